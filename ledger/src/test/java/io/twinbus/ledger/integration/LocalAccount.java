package io.twinbus.ledger.integration;

import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.ledger.Custody;
import io.twinbus.ledger.EntityKey;
import io.twinbus.ledger.LedgerSettings;
import io.twinbus.ledger.SessionRecord;
import io.twinbus.ledger.SessionStatus;
import io.twinbus.ledger.WriteId;
import io.twinbus.ledger.WriteMark;
import io.twinbus.ledger.cosmos.CosmosLedger;
import io.twinbus.ledger.cosmos.CosmosOptions;
import io.twinbus.ledger.store.ReadOutcome;
import io.twinbus.ledger.store.Version;
import io.twinbus.ledger.store.WriteOutcome;
import io.twinbus.local.cosmos.CosmosEndpoint;
import io.twinbus.local.cosmos.CosmosEndpointOptions;
import io.twinbus.protocol.Secret;
import io.twinbus.protocol.SessionId;
import io.twinbus.protocol.time.Clocks;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * A local endpoint with a ledger on it, how tests reach it, and what they write there.
 *
 * <p>Registered as an extension it is one for all tests of a class: it is healed after each of
 * them, and closed after the last.
 */
final class LocalAccount implements AutoCloseable, AfterEachCallback, AfterAllCallback {

  /** It ends no call that is answered, also on a slow and busy machine. */
  static final CosmosOptions CREATING = creating(Duration.ofSeconds(10));

  /** Where calls are to get no answer. */
  private static final CosmosOptions HASTY = creating(Duration.ofSeconds(3));

  private static final Duration BOUND = Duration.ofSeconds(30);

  final CosmosEndpoint endpoint;
  final CosmosLedger ledger;

  private LocalAccount(CosmosOptions options) {
    endpoint = CosmosEndpoint.start(CosmosEndpointOptions.defaults());
    ledger = open(endpoint, options);
  }

  /** An endpoint that answers. */
  static LocalAccount start() {
    return new LocalAccount(CREATING);
  }

  /** One that is to give no answer at times; the ledger gives up each call after three seconds. */
  static LocalAccount startHasty() {
    return new LocalAccount(HASTY);
  }

  @Override
  public void afterEach(ExtensionContext context) {
    endpoint.heal();
  }

  @Override
  public void afterAll(ExtensionContext context) {
    close();
  }

  @Override
  public void close() {
    ledger.close();
    endpoint.close();
  }

  private static CosmosOptions creating(Duration callTimeout) {
    return CosmosOptions.ofDefaults()
        .withCreateIfMissing(true)
        .withCallTimeout(callTimeout)
        .withQueryTimeout(callTimeout);
  }

  static LedgerSettings settings(CosmosEndpoint endpoint) {
    return settings(endpoint.endpoint(), endpoint.key());
  }

  static LedgerSettings settings(String endpoint, String key) {
    return new LedgerSettings(
        URI.create(endpoint),
        Optional.of(new Secret(key)),
        LedgerSettings.Place.of("twinbus", "ledger"),
        EntityKey.ofQueue("orders"),
        false);
  }

  static LedgerSettings allowWeak(LedgerSettings settings) {
    return new LedgerSettings(
        settings.endpoint(), settings.key(), settings.place(), settings.queue(), true);
  }

  static CosmosLedger open(CosmosEndpoint endpoint) {
    return open(endpoint, CREATING);
  }

  /** A ledger that gives up each call after three seconds. */
  static CosmosLedger openHasty(CosmosEndpoint endpoint) {
    return open(endpoint, HASTY);
  }

  private static CosmosLedger open(CosmosEndpoint endpoint, CosmosOptions options) {
    return CosmosLedger.open(settings(endpoint), options, Clocks.system());
  }

  static SessionRecord record(SessionStatus status) {
    return record(new SessionId("s-" + UUID.randomUUID()), status);
  }

  static SessionRecord record(SessionId session, SessionStatus status) {
    return SessionRecord.first(
        session,
        new Custody(status, null, 1, null),
        WriteMark.of(new WriteId(UUID.randomUUID().toString()), Instant.EPOCH));
  }

  /** Waits longer than the adapter promises to take, and less than the SDK by itself would. */
  static <T> T await(CompletionStage<T> stage) {
    try {
      return stage.toCompletableFuture().get(BOUND.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("The test was interrupted.", e);
    } catch (ExecutionException e) {
      throw new AssertionError("The adapter's stage ended exceptionally, which none may.", e);
    } catch (TimeoutException e) {
      throw new AssertionError("The adapter has not answered within " + BOUND + ".", e);
    }
  }

  static ReadOutcome.Found<SessionRecord> found(CosmosLedger ledger, SessionRecord record) {
    return (ReadOutcome.Found<SessionRecord>) readWhenBack(ledger, record);
  }

  static ReadOutcome<SessionRecord> readWhenBack(CosmosLedger ledger, SessionRecord record) {
    return Awaitility.await()
        .atMost(Duration.ofSeconds(20))
        .until(
            () -> await(ledger.sessions().read(record.session())),
            outcome -> !(outcome instanceof ReadOutcome.Unknown<SessionRecord>));
  }

  static Version written(CompletionStage<WriteOutcome> write) {
    WriteOutcome outcome = await(write);
    assertThat(outcome).isInstanceOf(WriteOutcome.Written.class);
    return ((WriteOutcome.Written) outcome).version();
  }
}
