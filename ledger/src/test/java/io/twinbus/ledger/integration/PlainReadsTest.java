package io.twinbus.ledger.integration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.twinbus.ledger.Custody;
import io.twinbus.ledger.Deployment;
import io.twinbus.ledger.Directive;
import io.twinbus.ledger.InstanceId;
import io.twinbus.ledger.InstanceLease;
import io.twinbus.ledger.InstanceStats;
import io.twinbus.ledger.InstanceVitals;
import io.twinbus.ledger.LedgerSettings;
import io.twinbus.ledger.SessionRecord;
import io.twinbus.ledger.SessionStatus;
import io.twinbus.ledger.WriteId;
import io.twinbus.ledger.WriteMark;
import io.twinbus.ledger.cosmos.CosmosLedger;
import io.twinbus.ledger.cosmos.CosmosOptions;
import io.twinbus.ledger.cosmos.LedgerStartException;
import io.twinbus.ledger.cosmos.LedgerStartException.Reason;
import io.twinbus.ledger.cosmos.PlainReads;
import io.twinbus.ledger.cosmos.identity.LedgerIdentity;
import io.twinbus.ledger.store.BeatsOutcome;
import io.twinbus.ledger.store.ReadOutcome;
import io.twinbus.ledger.store.VitalsOutcome;
import io.twinbus.ledger.store.WriteOutcome;
import io.twinbus.local.network.Outage;
import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.Secret;
import io.twinbus.protocol.SessionId;
import io.twinbus.protocol.time.Clocks;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** What plain requests read is what the SDK reads; where they have no answer, they say so. */
class PlainReadsTest {

  private static final SessionId SESSION = new SessionId("Größe 1/ä");

  @AutoClose private final LocalAccount account = LocalAccount.start();
  private final CosmosLedger ledger = account.ledger;

  @Test
  void aRecordIsReadAsTheSdkReadsIt() throws Exception {
    create();

    PlainReads plain = plain();
    Optional<ReadOutcome.Found<SessionRecord>> found = plain.read(SESSION);

    assertThat(found).contains((ReadOutcome.Found<SessionRecord>) read());
    assertThat(plain.requestUnits()).isPositive();
  }

  @Test
  void leasesAreReadAsTheSdkReadsThem() throws Exception {
    for (int i = 0; i < 3; i++) {
      var unused =
          ledger
              .instances()
              .leases()
              .create(new InstanceLease(new InstanceId("i" + i), i, stamp()))
              .toCompletableFuture()
              .get(60, TimeUnit.SECONDS);
    }

    BeatsOutcome sdk = answer(ledger.instances().leases().readAll());

    assertThat(plain().readBeats().orElseThrow().beats())
        .hasSize(3)
        .containsExactlyInAnyOrderElementsOf(((BeatsOutcome.Found) sdk).beats());
  }

  @Test
  void vitalsAndTheDirectiveAreReadAsTheSdkReadsThem() throws Exception {
    InstanceVitals vitals =
        new InstanceVitals(
            new InstanceId("i"),
            new RegionName("east"),
            Instant.EPOCH,
            new InstanceStats("1", InstanceStats.State.EVACUATED, 1, 2, 3, 4),
            stamp());
    var unused = answer(ledger.instances().vitals().put(vitals));
    assertThat(plain().readDirective()).isEmpty();
    var written =
        answer(
            ledger
                .instances()
                .directives()
                .create(new Directive(new TreeMap<>(), List.of(), stamp())));

    assertThat(written).isInstanceOf(WriteOutcome.Written.class);
    assertThat(plain().readVitals()).contains(new VitalsOutcome.Found(List.of(vitals)));
    assertThat(plain().readDirective()).contains(answer(ledger.instances().directives().read()));
  }

  @Test
  void whatIsNotThereIsNoAnswer() {
    assertThat(plain().read(new SessionId("nobody"))).isEmpty();
  }

  @Test
  void aLedgerThatGoesAwayIsNoAnswerAndOneThatWasAwayIsASentence() throws Exception {
    create();
    PlainReads plain = plain();

    account.endpoint.outage(Outage.REFUSE);

    assertThat(plain.read(SESSION)).isEmpty();
    assertThat(plain.readBeats()).isEmpty();
    assertThat(catchThrowableOfType(LedgerStartException.class, this::plain).reason())
        .isEqualTo(Reason.UNREACHABLE);
  }

  @Test
  void whoeverInterruptsAReadStillFindsItInterrupted() throws Exception {
    create();
    PlainReads plain = plain();
    Thread.currentThread().interrupt();

    Optional<ReadOutcome.Found<SessionRecord>> found = plain.read(SESSION);

    assertThat(Thread.interrupted()).isTrue();
    assertThat(found).isEmpty();
    assertThat(plain.read(SESSION)).as("nobody interrupts this one").isPresent();
  }

  @Test
  void whoseTheLedgerIsAndInWhichFormIsReadWithoutTheSdk() {
    Deployment shop =
        new Deployment("shop", new TreeMap<>(Map.of(new RegionName("east"), "east.example.net")));
    assertThat(plain().readDeployment()).isEmpty();
    assertThat(plain().compareForm()).as("it is nobody's yet").isFalse();

    ledger.requireDeployment(shop);

    assertThat(plain().readDeployment()).contains(shop);
    assertThat(plain().compareForm()).isTrue();
  }

  @Test
  void aWrongKeyIsASentence() {
    LedgerSettings mine = LocalAccount.settings(account.endpoint);
    LedgerSettings wrong =
        new LedgerSettings(
            mine.endpoint(),
            Optional.of(new Secret("d3Jvbmc=")),
            mine.place(),
            mine.queue(),
            false);

    assertThat(
            catchThrowableOfType(
                    LedgerStartException.class,
                    () ->
                        PlainReads.open(
                            wrong,
                            CosmosOptions.ofDefaults(),
                            Clocks.system(),
                            LedgerIdentity.ofEnvironment()))
                .reason())
        .isEqualTo(Reason.UNAUTHORIZED);
  }

  private PlainReads plain() {
    return PlainReads.open(
        LocalAccount.settings(account.endpoint),
        CosmosOptions.ofDefaults(),
        Clocks.system(),
        LedgerIdentity.ofEnvironment());
  }

  private void create() throws Exception {
    SessionRecord record =
        SessionRecord.first(SESSION, new Custody(SessionStatus.IDLE, null, 3, null), stamp());
    var unused = ledger.sessions().create(record).toCompletableFuture().get(60, TimeUnit.SECONDS);
  }

  private ReadOutcome<SessionRecord> read() throws Exception {
    return ledger.sessions().read(SESSION).toCompletableFuture().get(60, TimeUnit.SECONDS);
  }

  private static <T> T answer(CompletionStage<T> stage) throws Exception {
    return stage.toCompletableFuture().get(60, TimeUnit.SECONDS);
  }

  private static WriteMark stamp() {
    return WriteMark.of(new WriteId("w"), Instant.EPOCH);
  }
}
