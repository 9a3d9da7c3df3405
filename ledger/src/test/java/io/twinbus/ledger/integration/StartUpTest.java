package io.twinbus.ledger.integration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.azure.cosmos.CosmosClient;
import com.azure.cosmos.CosmosClientBuilder;
import com.azure.cosmos.models.CosmosContainerProperties;
import io.twinbus.ledger.LedgerSettings;
import io.twinbus.ledger.SessionStatus;
import io.twinbus.ledger.cosmos.CosmosLedger;
import io.twinbus.ledger.cosmos.CosmosOptions;
import io.twinbus.ledger.cosmos.LedgerStartException;
import io.twinbus.ledger.cosmos.LedgerStartException.Reason;
import io.twinbus.ledger.store.WriteOutcome;
import io.twinbus.local.cosmos.AccountOptions;
import io.twinbus.local.cosmos.CosmosEndpoint;
import io.twinbus.local.cosmos.CosmosEndpointOptions;
import io.twinbus.local.cosmos.gateway.Consistency;
import io.twinbus.protocol.time.Clocks;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class StartUpTest {

  static {
    // The SDK reads it when its first class loads, which here may be this test's own client.
    System.setProperty("COSMOS.HTTP_CONNECTION_WITHOUT_TLS_ALLOWED", "true");
  }

  private static final CosmosOptions NOT_CREATING =
      LocalAccount.CREATING.withCreateIfMissing(false);

  @Test
  void aStrongAccountWithOneWriteRegionOpensAndStaysOpenForOthers() {
    try (CosmosEndpoint endpoint = CosmosEndpoint.start(CosmosEndpointOptions.defaults());
        CosmosLedger creator = LocalAccount.open(endpoint);
        CosmosLedger second =
            CosmosLedger.open(LocalAccount.settings(endpoint), NOT_CREATING, Clocks.system())) {

      assertThat(
              LocalAccount.await(second.sessions().create(LocalAccount.record(SessionStatus.IDLE))))
          .isInstanceOf(WriteOutcome.Written.class);
      assertThat(creator.meter().snapshot().writes()).as("start-up is not counted").isZero();
    }
  }

  @Test
  void severalProcessesThatStartAtOnceMayAllCreateTheContainer() {
    try (CosmosEndpoint endpoint = CosmosEndpoint.start(CosmosEndpointOptions.defaults())) {
      endpoint.latency(Duration.ofMillis(30)); // so that each looks before any has created
      List<CompletableFuture<CosmosLedger>> opening =
          Stream.generate(() -> CompletableFuture.supplyAsync(() -> LocalAccount.open(endpoint)))
              .limit(2)
              .toList();

      opening.forEach(ledger -> ledger.join().close());
    }
  }

  @ParameterizedTest
  @EnumSource(value = Consistency.class, names = "STRONG", mode = EnumSource.Mode.EXCLUDE)
  void anAccountThatIsNotStrongIsRefused(Consistency consistency) {
    try (CosmosEndpoint endpoint =
        CosmosEndpoint.start(CosmosEndpointOptions.defaults().withConsistency(consistency))) {
      assertRefused(LocalAccount.settings(endpoint), Reason.WEAK_CONSISTENCY);
    }
  }

  @Test
  void anAccountWithSeveralWriteRegionsIsRefused() {
    AccountOptions account = AccountOptions.defaults().withMultipleWriteRegions();
    try (CosmosEndpoint endpoint =
        CosmosEndpoint.start(CosmosEndpointOptions.defaults().withAccount(account))) {
      assertRefused(LocalAccount.settings(endpoint), Reason.SEVERAL_WRITE_REGIONS);
    }
  }

  @Test
  void aWeakAccountOpensWhereItIsAllowed() {
    try (CosmosEndpoint endpoint =
            CosmosEndpoint.start(
                CosmosEndpointOptions.defaults().withConsistency(Consistency.SESSION));
        CosmosLedger ledger =
            CosmosLedger.open(
                LocalAccount.allowWeak(LocalAccount.settings(endpoint)),
                LocalAccount.CREATING,
                Clocks.system())) {

      assertThat(
              LocalAccount.await(ledger.sessions().create(LocalAccount.record(SessionStatus.IDLE))))
          .isInstanceOf(WriteOutcome.Written.class);
    }
  }

  @Test
  void aWrongKeyIsRefused() {
    try (CosmosEndpoint endpoint = CosmosEndpoint.start(CosmosEndpointOptions.defaults())) {
      String wrong = Base64.getEncoder().encodeToString(new byte[64]);
      assertRefused(LocalAccount.settings(endpoint.endpoint(), wrong), Reason.UNAUTHORIZED);
    }
  }

  @Test
  void aKeyThatIsNoneIsRefusedWithoutRepeatingIt() {
    LedgerSettings settings = LocalAccount.settings("http://127.0.0.1:1", "canary-secret!");

    assertThat(assertRefused(settings, Reason.UNAUTHORIZED))
        .hasNoCause()
        .hasMessageNotContaining("canary");
  }

  @Test
  void anEndpointWhereNobodyListensIsRefusedWithinSeconds() {
    CosmosEndpoint gone = CosmosEndpoint.start(CosmosEndpointOptions.defaults());
    gone.close();
    long before = System.nanoTime();

    assertRefused(LocalAccount.settings(gone), Reason.UNREACHABLE);

    assertThat(Duration.ofNanos(System.nanoTime() - before)).isLessThan(Duration.ofSeconds(30));
  }

  @Test
  void somethingThatIsNoAccountIsRefused() {
    try (PlainServer server = PlainServer.answering(200, "hello")) {
      assertRefused(LocalAccount.settings(server.url(), "c2VjcmV0"), Reason.UNREACHABLE);
    }
    try (PlainServer server = PlainServer.answering(404, "not here")) {
      assertRefused(LocalAccount.settings(server.url(), "c2VjcmV0"), Reason.UNREACHABLE);
    }
  }

  @Test
  void aMissingContainerIsRefused() {
    try (CosmosEndpoint endpoint = CosmosEndpoint.start(CosmosEndpointOptions.defaults())) {
      assertThatThrownBy(
              () ->
                  CosmosLedger.open(LocalAccount.settings(endpoint), NOT_CREATING, Clocks.system()))
          .isInstanceOfSatisfying(
              LedgerStartException.class,
              refusal -> assertThat(refusal.reason()).isEqualTo(Reason.MISSING));
    }
  }

  @Test
  void plainHttpToAnotherMachineIsRefusedWithoutTrying() {
    assertRefused(
        LocalAccount.settings("http://ledger.example.com:8081", "c2VjcmV0"), Reason.PLAIN_HTTP);
    assertRefused(
        LocalAccount.settings("http://127.0.0.1.example.com", "c2VjcmV0"), Reason.PLAIN_HTTP);
  }

  @Test
  void anAccountThatAcceptsAStaleWriteIsRefused() {
    try (CosmosEndpoint endpoint = CosmosEndpoint.start(CosmosEndpointOptions.defaults());
        ForgetfulAccount account = ForgetfulAccount.before(endpoint.endpoint())) {
      assertRefused(
          LocalAccount.settings(account.url(), endpoint.key()), Reason.STALE_WRITE_ACCEPTED);
    }
  }

  @Test
  void aToolThatOnlyReadsWritesNothing() {
    try (CosmosEndpoint endpoint = CosmosEndpoint.start(CosmosEndpointOptions.defaults())) {
      LocalAccount.open(endpoint).close();
      long before = endpoint.counts().writes();

      CosmosLedger.open(
              LocalAccount.settings(endpoint), NOT_CREATING.withProbe(false), Clocks.system())
          .close();

      assertThat(endpoint.counts().writes()).isEqualTo(before);
    }
  }

  @Test
  void aContainerThatIsNoLedgersIsRefused() {
    try (CosmosEndpoint endpoint = CosmosEndpoint.start(CosmosEndpointOptions.defaults())) {
      LedgerSettings settings = LocalAccount.settings(endpoint);
      createContainer(settings, settings.place().sessions(), "/id");

      assertRefused(settings, Reason.WRONG_CONTAINER);
    }
  }

  @Test
  void partitionKeysOfVersionOneAreRefusedInEitherContainer() {
    try (CosmosEndpoint endpoint = CosmosEndpoint.start(CosmosEndpointOptions.defaults())) {
      LedgerSettings settings = LocalAccount.settings(endpoint);
      createContainer(settings, settings.place().leases(), "/pk");

      assertThat(assertRefused(settings, Reason.WRONG_CONTAINER))
          .hasMessageContaining("ledger-leases has partition keys of version 1")
          .hasMessageContaining("create it anew");
    }
  }

  private static void createContainer(
      LedgerSettings settings, String container, String partitionPath) {
    try (CosmosClient client =
        new CosmosClientBuilder()
            .endpoint(settings.endpoint().toString())
            .key(settings.key().orElseThrow().reveal())
            .gatewayMode()
            .buildClient()) {
      client.createDatabase(settings.place().database());
      client
          .getDatabase(settings.place().database())
          .createContainer(new CosmosContainerProperties(container, partitionPath));
    }
  }

  private static LedgerStartException assertRefused(LedgerSettings settings, Reason reason) {
    LedgerStartException refusal =
        catchThrowableOfType(
            LedgerStartException.class,
            () -> CosmosLedger.open(settings, LocalAccount.CREATING, Clocks.system()).close());
    assertThat(refusal.reason()).isEqualTo(reason);
    assertThat(refusal.getMessage()).endsWith(".").doesNotContain("\n");
    settings.key().ifPresent(key -> assertThat(refusal.getMessage()).doesNotContain(key.reveal()));
    return refusal;
  }
}
