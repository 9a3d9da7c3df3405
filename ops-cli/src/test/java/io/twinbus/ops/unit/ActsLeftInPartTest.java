package io.twinbus.ops.unit;

import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.ledger.Block;
import io.twinbus.ledger.ClaimId;
import io.twinbus.ledger.Custody;
import io.twinbus.ledger.Directive;
import io.twinbus.ledger.InstanceId;
import io.twinbus.ledger.InstanceLease;
import io.twinbus.ledger.InstanceStats;
import io.twinbus.ledger.InstanceVitals;
import io.twinbus.ledger.Owner;
import io.twinbus.ledger.SessionRecord;
import io.twinbus.ledger.SessionStatus;
import io.twinbus.ledger.WriteId;
import io.twinbus.ledger.WriteMark;
import io.twinbus.ledger.rules.DirectiveRule;
import io.twinbus.ledger.rules.OperatorOrder;
import io.twinbus.ledger.store.ReadOutcome;
import io.twinbus.ledger.store.SessionErasure;
import io.twinbus.ops.cli.TwinbusCli;
import io.twinbus.ops.command.CliContext;
import io.twinbus.ops.ledger.OpenLedger;
import io.twinbus.ops.servicebus.QueueAccess;
import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.SessionId;
import io.twinbus.protocol.settings.FlatSettings;
import io.twinbus.protocol.time.MonotonicTime;
import io.twinbus.protocol.time.Now;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/**
 * Acts whose second half is still to come, or is refused: what is said, and which exit code. Time
 * passes while a command waits and never else.
 */
@Isolated("it sets a system property")
class ActsLeftInPartTest {

  private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");
  private static final RegionName EAST = new RegionName("east");
  private static final RegionName WEST = new RegionName("west");
  private static final Owner WORKER =
      new Owner(WEST, new InstanceId("inst-1"), new ClaimId("claim-1"));
  private static final WriteMark MARK = WriteMark.of(new WriteId("before"), NOW);
  private static final String FORGET = "sessions forget parcel-1 --yes";
  private static final int DONE = 0;
  private static final int FAILED = 1;
  private static final int WRONG = 2;
  private static final int REFUSED = 4;
  private static final int PARTIAL = 6;

  private final AuditDouble audit = new AuditDouble();
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  private Runnable atEachWait = () -> {};
  private long nanos;

  /** The operator may not take it that nothing of the session runs. */
  @Test
  void aBlockedSessionThatItsWorkerDoesNotGiveUpIsPartial() {
    ScriptedDocument<SessionRecord> session = new ScriptedDocument<>(held(SessionStatus.WORKING));

    int code = run(new ScriptedSessions(session).ledger(audit), "sessions block parcel-1 --yes");

    assertThat(code).as(err.toString()).isEqualTo(PARTIAL);
    assertThat(err.toString())
        .contains("It is held, and a worker of west/inst-1 has not given it up yet");
    assertThat(session.document().status()).isEqualTo(SessionStatus.BLOCKED);
    assertThat(Duration.ofNanos(nanos)).isEqualTo(Duration.ofSeconds(30));
  }

  @Test
  void aBlockedSessionThatItsWorkerGivesUpMeanwhileIsDone() {
    ScriptedDocument<SessionRecord> session = new ScriptedDocument<>(held(SessionStatus.WORKING));
    atEachWait =
        () -> {
          if (nanos >= Duration.ofSeconds(29).toNanos()) {
            giveUp(session);
          }
        };

    int code = run(new ScriptedSessions(session).ledger(audit), "sessions block parcel-1 --yes");

    assertThat(code).as(err.toString()).isEqualTo(DONE);
    assertThat(err.toString()).isEmpty();
    assertThat(Duration.ofNanos(nanos)).isEqualTo(Duration.ofSeconds(29));
  }

  /** As the worker does when its call in hand has ended. */
  private static void giveUp(ScriptedDocument<SessionRecord> session) {
    ReadOutcome.Found<SessionRecord> seen = (ReadOutcome.Found<SessionRecord>) session.read();
    Custody custody = seen.record().custody();
    var unused =
        session.replace(
            seen.record()
                .withCustody(new Custody(custody.status(), null, custody.token(), custody.block())),
            seen.version());
  }

  /** What identifies a person may still be there: a script must not take it for erased. */
  @Test
  void aForgottenSessionWhoseMessagesAreNotAllErasedIsAFailure() {
    ScriptedDocument<SessionRecord> session = new ScriptedDocument<>(idle());

    int code =
        run(erasing(session, new SessionErasure.Outcome.Unknown("the wire was cut")), FORGET);

    assertThat(code).isEqualTo(FAILED);
    assertThat(err.toString())
        .contains("not all records of its single messages (the wire was cut): run the command");
    assertThat(session.document().status()).isEqualTo(SessionStatus.FORGOTTEN);

    int again = run(erasing(session, new SessionErasure.Outcome.Erased(2, 1)), FORGET);

    assertThat(again).as(err.toString()).isEqualTo(DONE);
    assertThat(err.toString())
        .contains("Erased beside the session's record: 2 records.")
        .contains("their messages have not ended: 1 records.");
  }

  /** When nothing is left to erase, the second command has nothing to go on with. */
  @Test
  void aSessionThatIsForgottenWithAllItsMessagesIsNotForgottenAgain() {
    ScriptedDocument<SessionRecord> session = new ScriptedDocument<>(idle());
    OpenLedger ledger = erasing(session, new SessionErasure.Outcome.Erased(0, 0));

    assertThat(run(ledger, FORGET)).as(err.toString()).isEqualTo(DONE);
    assertThat(run(ledger, FORGET)).isEqualTo(REFUSED);

    assertThat(err.toString()).contains("was forgotten at").doesNotContain("Erased beside");
  }

  /** Both refusals are conflicts, and an operator mends each in another way. */
  @Test
  void aRegionIsNotEvacuatedWhereNobodyElsewhereWouldGoOn() {
    ScriptedDocument<Directive> none = new ScriptedDocument<>(null);

    assertThat(run(receiversIn(none, WEST), "evacuate west --yes")).isEqualTo(REFUSED);

    assertThat(err.toString())
        .contains("No receiver of another region is alive to go on: start one first.");
    assertThat(none.issued()).isEmpty();
    assertThat(audit.entries).isEmpty();
  }

  @Test
  void aRegionIsNotEvacuatedWhereTheOtherOneIs() {
    ScriptedDocument<Directive> evacuated =
        new ScriptedDocument<>(
            DirectiveRule.evacuated(DirectiveRule.none(order()), EAST, order()).orElseThrow());

    assertThat(run(receiversIn(evacuated, EAST, WEST), "evacuate west --yes")).isEqualTo(REFUSED);

    assertThat(err.toString())
        .contains("No other region would take work: return one of them first.");
    assertThat(evacuated.issued()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"0s, 2", "1s, 0", "30d, 0", "31d, 2"})
  void aPauseLastsFromASecondToThirtyDays(String time, int code) {
    ScriptedDocument<Directive> none = new ScriptedDocument<>(null);

    assertThat(run(receiversIn(none), "pause --for " + time)).as(err.toString()).isEqualTo(code);

    assertThat(err.toString().contains("--for goes from 1s to 30d.")).isEqualTo(code == WRONG);
  }

  /** A log that standard error goes to has no use for it. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void howFarAnActOnManyHasComeIsSaidOnATerminalAlone(boolean isTerminal) {
    LedgerDouble ledger = new LedgerDouble();
    ledger.records.add(held(SessionStatus.BLOCKED));
    System.setProperty("twinbus.terminal.err", Boolean.toString(isTerminal));
    try {
      int code =
          run(
              ledger.access().open(FlatSettings.of(Map.of())),
              "sessions block --prefix parcel --yes");

      assertThat(code).as("it is held already").isEqualTo(PARTIAL);
    } finally {
      System.clearProperty("twinbus.terminal.err");
    }

    assertThat(err.toString().contains("1 of 1 sessions …")).isEqualTo(isTerminal);
    assertThat(err.toString()).contains("is BLOCKED already");
  }

  private OpenLedger erasing(
      ScriptedDocument<SessionRecord> session, SessionErasure.Outcome outcome) {
    OpenLedger ledger = new ScriptedSessions(session).ledger(audit);
    return new OpenLedger(
        ledger.sessions(),
        ledger.messages(),
        ledger.instances(),
        ledger.queries(),
        ledger.audit(),
        ledger.ids(),
        (erased, mark) -> CompletableFuture.completedStage(outcome),
        ledger.deployment(),
        ledger.cost(),
        ledger.closing());
  }

  private OpenLedger receiversIn(ScriptedDocument<Directive> directive, RegionName... regions) {
    LedgerDouble ledger = new LedgerDouble();
    for (RegionName region : regions) {
      InstanceId instance = new InstanceId("in-" + region);
      ledger.leases.add(new InstanceLease(instance, 9, MARK));
      ledger.vitals.add(new InstanceVitals(instance, region, NOW, InstanceStats.UNKNOWN, MARK));
    }
    return ledger.openWith(directive, audit);
  }

  private static OperatorOrder order() {
    return new OperatorOrder("eve", "hers", MARK);
  }

  private static SessionRecord idle() {
    return record(new Custody(SessionStatus.IDLE, null, 7, null));
  }

  private static SessionRecord held(SessionStatus status) {
    return record(
        new Custody(
            status,
            WORKER,
            7,
            status == SessionStatus.BLOCKED ? new Block("by hand", null, "eve", NOW) : null));
  }

  private static SessionRecord record(Custody custody) {
    return SessionRecord.first(new SessionId("parcel-1"), custody, MARK);
  }

  private int run(OpenLedger ledger, String line) {
    CliContext context =
        new CliContext(
            settings -> ledger,
            QueueAccess.serviceBus(),
            () -> new Now(new MonotonicTime(nanos), NOW),
            time -> {
              nanos += time.toNanos();
              atEachWait.run();
            },
            Map.of(
                "TWINBUS_OPERATOR",
                "tom",
                "TWINBUS_QUEUE",
                "orders",
                "TWINBUS_REGIONS_EAST_CONNECTION_STRING",
                nowhere(1),
                "TWINBUS_REGIONS_WEST_CONNECTION_STRING",
                nowhere(2)));
    CommandLine cli =
        TwinbusCli.with(TwinbusCli.operatorCommands(context), List.of(line.split(" ")));
    cli.setOut(new PrintWriter(out));
    cli.setErr(new PrintWriter(err));
    return cli.execute((line + " --reason ticket-7").split(" "));
  }

  /** Nothing listens there: a command that looks into queues is told so at once. */
  private static String nowhere(int port) {
    return "Endpoint=sb://127.0.0.1:%d;SharedAccessKeyName=k;SharedAccessKey=a2V5;UseDevelopmentEmulator=true"
        .formatted(port);
  }
}
