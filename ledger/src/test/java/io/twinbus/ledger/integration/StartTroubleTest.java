package io.twinbus.ledger.integration;

import static io.twinbus.ledger.integration.LocalAccount.record;
import static io.twinbus.ledger.integration.LocalAccount.written;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import ch.qos.logback.classic.Level;
import com.azure.core.credential.AccessToken;
import com.azure.core.credential.TokenCredential;
import io.twinbus.ledger.LedgerSettings;
import io.twinbus.ledger.SessionRecord;
import io.twinbus.ledger.SessionStatus;
import io.twinbus.ledger.cosmos.CosmosLedger;
import io.twinbus.ledger.cosmos.CosmosOptions;
import io.twinbus.ledger.cosmos.LedgerStartException;
import io.twinbus.ledger.cosmos.LedgerStartException.Reason;
import io.twinbus.ledger.cosmos.PlainReads;
import io.twinbus.ledger.cosmos.identity.LedgerIdentity;
import io.twinbus.ledger.store.Version;
import io.twinbus.ledger.store.WriteOutcome;
import io.twinbus.local.cosmos.AccountOptions;
import io.twinbus.local.cosmos.CosmosEndpoint;
import io.twinbus.local.cosmos.CosmosEndpointOptions;
import io.twinbus.local.cosmos.faults.CosmosOperation;
import io.twinbus.local.cosmos.faults.FaultAction;
import io.twinbus.local.cosmos.faults.FaultRule;
import io.twinbus.local.cosmos.gateway.Consistency;
import io.twinbus.local.faults.FaultPoint;
import io.twinbus.protocol.time.Clocks;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Mono;

/** Trouble while a ledger opens: what passes does not matter, and what stays is one sentence. */
@Isolated("it looks at the log")
class StartTroubleTest {

  private static final CosmosOptions NOT_CREATING =
      LocalAccount.CREATING.withCreateIfMissing(false);
  private static final String A_KEY = "c2VjcmV0";
  private static final AccessToken TOKEN = new AccessToken("a.b.c", OffsetDateTime.MAX);

  private final AtomicLong now = new AtomicLong(System.currentTimeMillis());

  @AutoClose
  private final CosmosEndpoint endpoint =
      CosmosEndpoint.start(
          CosmosEndpointOptions.defaults().withClock(() -> Instant.ofEpochMilli(now.get())));

  @Test
  void aProbeWhoseAnswerIsLostIsMadeOnceMore() {
    endpoint.inject(FaultRule.dropReply(CosmosOperation.CREATE));
    endpoint.inject(FaultRule.dropReply(CosmosOperation.REPLACE));

    LocalAccount.open(endpoint).close();

    assertThat(endpoint.counts().of(CosmosOperation.REPLACE, 412))
        .as("outdated writes were seen to be refused")
        .isPositive();
  }

  @Test
  void aSharedRequestWhoseAnswerIsLostIsTriedOnceMore() {
    endpoint.inject(FaultRule.dropReply(CosmosOperation.BATCH));

    try (CosmosLedger ledger = LocalAccount.open(endpoint)) {
      long shared = endpoint.counts().bulkRequests();
      replaceMany(ledger);

      assertThat(endpoint.counts().bulkRequests()).isGreaterThan(shared);
    }
  }

  @Test
  @Timeout(120)
  void anAccountThatThrottlesForEverIsRefusedAfterAWhile() {
    endpoint.inject(throttleForEver());

    assertThat(refusal(LocalAccount.settings(endpoint)))
        .hasMessageContaining("does not carry out a plain create and replace");
  }

  @Test
  void whatTheProbesHaveWrittenIsGoneAMinuteLater() {
    LocalAccount.open(endpoint).close();

    try (BareClient bare = BareClient.of(endpoint)) {
      String probes = "SELECT c.id FROM c WHERE c.pk = 'probes'";
      assertThat(BareClient.all(bare.sessions(), probes)).hasSizeGreaterThanOrEqualTo(3);

      now.addAndGet(Duration.ofSeconds(61).toMillis());

      assertThat(BareClient.all(bare.sessions(), probes)).isEmpty();
    }
  }

  @Test
  void aKeyThatOnlyReadsServesNoReceiver() {
    LedgerSettings reading = LocalAccount.settings(endpoint.endpoint(), endpoint.readOnlyKey());

    assertThat(refusal(reading).reason())
        .as("it may create no container")
        .isEqualTo(Reason.UNAUTHORIZED);

    LocalAccount.open(endpoint).close();
    assertThat(
            catchThrowableOfType(
                LedgerStartException.class,
                () -> CosmosLedger.open(reading, NOT_CREATING, Clocks.system()).close()))
        .hasMessageContaining("give this identity a role that may write");
    CosmosLedger.open(reading, NOT_CREATING.withProbe(false), Clocks.system()).close();
  }

  @ParameterizedTest
  @ValueSource(ints = {401, 403})
  void anAccountThatRefusesTheKeyIsNotTakenForSomethingElse(int status) {
    try (PlainServer server = PlainServer.answering(status, "{}")) {
      LedgerStartException refusal = refusal(LocalAccount.settings(server.url(), A_KEY));

      assertThat(refusal.reason()).isEqualTo(Reason.UNAUTHORIZED);
      assertThat(refusal).hasMessageContaining("check twinbus.ledger.key");
    }
  }

  @Test
  void anAnswerWithoutAConsistencyIsNotAnAccounts() {
    try (PlainServer server = PlainServer.answering(200, "{\"id\":\"something\"}")) {
      LedgerStartException refusal = refusal(LocalAccount.settings(server.url(), A_KEY));

      assertThat(refusal.reason()).isEqualTo(Reason.UNREACHABLE);
      assertThat(refusal).hasMessageContaining("names no consistency");
    }
  }

  @Test
  void anIdentityThatIsRefusedIsNotToldToCheckAKey() {
    try (PlainServer server = PlainServer.answering(403, "{}")) {
      LedgerStartException refusal = refusal(withoutKey(server.url()), request -> Mono.just(TOKEN));

      assertThat(refusal.reason()).isEqualTo(Reason.UNAUTHORIZED);
      assertThat(refusal).hasMessageContaining("refuses this identity (HTTP 403)");
    }
  }

  @Test
  void whereThereIsNoIdentityNothingIsAskedOfTheAccount() {
    LedgerStartException refusal =
        refusal(
            withoutKey(endpoint.endpoint()),
            request -> Mono.error(new IllegalStateException("no login")));

    assertThat(refusal.reason()).isEqualTo(Reason.UNAUTHORIZED);
    assertThat(refusal).hasMessageContaining("No Entra ID identity was found");
  }

  @Test
  void whoeverInterruptsTheStartStillFindsItInterrupted() {
    Thread.currentThread().interrupt();

    LedgerStartException refusal = refusal(LocalAccount.settings(endpoint));

    assertThat(Thread.interrupted()).isTrue();
    assertThat(refusal).hasMessageContaining("was interrupted");
  }

  @Test
  void aClockThatIsFarFromTheAccountsIsWarnedOf() {
    now.addAndGet(Duration.ofSeconds(40).toMillis());

    try (LedgerLines lines = new LedgerLines()) {
      LocalAccount.open(endpoint).close();

      assertThat(lines.of(Level.WARN))
          .singleElement()
          .asString()
          .containsPattern("clock is (3[0-9]|40) s behind the account's")
          .endsWith("Mend this machine's time service.");
    }
  }

  @Test
  void plainRequestsAreRefusedByAWeakAccountToo() {
    try (CosmosEndpoint weak =
            CosmosEndpoint.start(
                CosmosEndpointOptions.defaults().withConsistency(Consistency.SESSION));
        CosmosEndpoint several =
            CosmosEndpoint.start(
                CosmosEndpointOptions.defaults()
                    .withAccount(AccountOptions.defaults().withMultipleWriteRegions()))) {
      assertThat(plainRefusal(weak)).isEqualTo(Reason.WEAK_CONSISTENCY);
      assertThat(plainRefusal(several)).isEqualTo(Reason.SEVERAL_WRITE_REGIONS);
    }
  }

  private static Reason plainRefusal(CosmosEndpoint endpoint) {
    return catchThrowableOfType(
            LedgerStartException.class,
            () ->
                PlainReads.open(
                    LocalAccount.settings(endpoint),
                    LocalAccount.CREATING,
                    Clocks.system(),
                    LedgerIdentity.ofEnvironment()))
        .reason();
  }

  private static LedgerStartException refusal(LedgerSettings settings) {
    return refusal(settings, request -> Mono.error(new AssertionError("there is a key")));
  }

  private static LedgerStartException refusal(LedgerSettings settings, TokenCredential credential) {
    LedgerStartException refusal =
        catchThrowableOfType(
            LedgerStartException.class,
            () ->
                CosmosLedger.open(
                        settings,
                        LocalAccount.CREATING,
                        Clocks.system(),
                        LedgerIdentity.of(credential))
                    .close());
    assertThat(refusal.getMessage()).endsWith(".").doesNotContain("\n");
    return refusal;
  }

  private static LedgerSettings withoutKey(String url) {
    LedgerSettings settings = LocalAccount.settings(url, A_KEY);
    return new LedgerSettings(
        settings.endpoint(), Optional.empty(), settings.place(), settings.queue(), false);
  }

  private static void replaceMany(CosmosLedger ledger) {
    List<SessionRecord> records = new ArrayList<>();
    List<Version> versions = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      records.add(record(SessionStatus.IDLE));
      versions.add(written(ledger.sessions().create(records.get(i))));
    }
    List<CompletionStage<WriteOutcome>> writes = new ArrayList<>();
    for (int i = 0; i < records.size(); i++) {
      writes.add(ledger.sessions().replace(records.get(i), versions.get(i)));
    }
    writes.forEach(LocalAccount::written);
  }

  private static FaultRule throttleForEver() {
    return new FaultRule(
        Set.of(CosmosOperation.CREATE),
        FaultPoint.BEFORE_COMMIT,
        new FaultAction.Answer(429, 3200, 1),
        FaultRule.UNLIMITED,
        1);
  }
}
