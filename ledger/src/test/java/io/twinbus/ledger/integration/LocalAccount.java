package io.twinbus.ledger.integration;

import io.twinbus.ledger.Custody;
import io.twinbus.ledger.LedgerSettings;
import io.twinbus.ledger.SessionRecord;
import io.twinbus.ledger.SessionStatus;
import io.twinbus.ledger.Stamp;
import io.twinbus.ledger.WriteId;
import io.twinbus.ledger.cosmos.CosmosLedger;
import io.twinbus.ledger.cosmos.CosmosOptions;
import io.twinbus.local.cosmos.CosmosEndpoint;
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

/** How these tests reach the local endpoint, and what they write there. */
final class LocalAccount {

  static final Duration CALL_TIMEOUT = Duration.ofSeconds(1);
  static final CosmosOptions CREATING =
      CosmosOptions.ofDefaults()
          .withCreateIfMissing(true)
          .withCallTimeout(CALL_TIMEOUT)
          .withQueryTimeout(CALL_TIMEOUT);

  private LocalAccount() {}

  static LedgerSettings settings(CosmosEndpoint endpoint) {
    return settings(endpoint.endpoint(), endpoint.key());
  }

  static LedgerSettings settings(String endpoint, String key) {
    return new LedgerSettings(
        URI.create(endpoint), Optional.of(new Secret(key)), "twinbus", "ledger", false);
  }

  static LedgerSettings allowWeak(LedgerSettings settings) {
    return new LedgerSettings(
        settings.endpoint(), settings.key(), settings.database(), settings.container(), true);
  }

  static CosmosLedger open(CosmosEndpoint endpoint) {
    return CosmosLedger.open(settings(endpoint), CREATING, Clocks.system());
  }

  static SessionRecord record(SessionStatus status) {
    return record(new SessionId("s-" + UUID.randomUUID()), status);
  }

  static SessionRecord record(SessionId session, SessionStatus status) {
    return SessionRecord.first(
        session,
        new Custody(status, null, 1, null),
        Stamp.of(new WriteId(UUID.randomUUID().toString()), Instant.EPOCH));
  }

  /** Waits at most a second longer than the adapter promises. */
  static <T> T await(CompletionStage<T> stage) {
    Duration bound = CALL_TIMEOUT.plusMillis(1500);
    try {
      return stage.toCompletableFuture().get(bound.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("The test was interrupted.", e);
    } catch (ExecutionException e) {
      throw new AssertionError("The adapter's stage ended exceptionally, which none may.", e);
    } catch (TimeoutException e) {
      throw new AssertionError("The adapter has not answered within " + bound + ".", e);
    }
  }
}
