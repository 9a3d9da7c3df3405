package io.twinbus.ops.unit;

import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.ledger.Act;
import io.twinbus.ledger.Block;
import io.twinbus.ledger.ClaimId;
import io.twinbus.ledger.Cursor;
import io.twinbus.ledger.Custody;
import io.twinbus.ledger.InstanceId;
import io.twinbus.ledger.Owner;
import io.twinbus.ledger.Progress;
import io.twinbus.ledger.SessionRecord;
import io.twinbus.ledger.SessionStatus;
import io.twinbus.ledger.Suspect;
import io.twinbus.ledger.WriteId;
import io.twinbus.ledger.WriteMark;
import io.twinbus.ledger.rules.ForgetRule;
import io.twinbus.ledger.rules.GapRule;
import io.twinbus.ledger.rules.OperatorDecision;
import io.twinbus.ledger.rules.OperatorOrder;
import io.twinbus.ledger.rules.OperatorRule;
import io.twinbus.ledger.rules.OwnerState;
import io.twinbus.ops.cli.TwinbusCli;
import io.twinbus.ops.command.CliContext;
import io.twinbus.ops.servicebus.QueueAccess;
import io.twinbus.protocol.Body;
import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.SessionId;
import io.twinbus.protocol.StreamId;
import io.twinbus.protocol.time.MonotonicTime;
import io.twinbus.protocol.time.Now;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;

/**
 * Every act on a session, whatever the ledger answers and whoever writes between the look and the
 * deed: what is said, which exit code, what stands in record and audit container.
 */
class SessionActOutcomesTest {

  private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");
  private static final SessionId SESSION = new SessionId("parcel-1");
  private static final StreamId STREAM = new StreamId("s-1");
  private static final RegionName EAST = new RegionName("east");
  private static final RegionName WEST = new RegionName("west");
  private static final Owner DEAD =
      new Owner(EAST, new InstanceId("inst-1"), new ClaimId("claim-1"));
  private static final int DONE = 0;
  private static final int NOT_KNOWN = 1;
  private static final int REFUSED = 4;

  private static final String GAP_CHANGED =
      "The gap has changed since it was read: run 'gaps list' and decide again.";

  /** Nothing listens there: a command that looks into queues is told so at once. */
  private static final String NOWHERE =
      "Endpoint=sb://127.0.0.1:%d;SharedAccessKeyName=k;SharedAccessKey=a2V5;UseDevelopmentEmulator=true";

  private static final OperatorOrder OF_EVE =
      new OperatorOrder("eve", "hers", WriteMark.of(new WriteId("of-eve"), NOW));

  /** An act, the record that it is for, and the same as the rule decides it. */
  private enum Deed {
    BLOCK("sessions block"),
    RETRY("sessions unblock --retry"),
    SKIP("sessions unblock --skip"),
    HAND("sessions unblock --done"),
    RELEASE("sessions release"),
    FORGET("sessions forget"),
    SKIP_GAP("gaps skip --without east --without west");

    private final String words;

    Deed(String words) {
      this.words = words;
    }

    SessionRecord subject() {
      return switch (this) {
        case BLOCK, FORGET -> record(new Custody(SessionStatus.IDLE, null, 7, null), 41, 0);
        case RETRY, SKIP, HAND -> record(blockedAt(42), 41, 2);
        case RELEASE -> record(new Custody(SessionStatus.WORKING, DEAD, 7, null), 41, 0);
        case SKIP_GAP -> waiting();
      };
    }

    OperatorDecision decide(SessionRecord record) {
      return switch (this) {
        case BLOCK -> OperatorRule.block(record, OF_EVE);
        case RETRY -> OperatorRule.retry(record, OF_EVE);
        case SKIP -> OperatorRule.skip(record, Optional.empty(), OF_EVE);
        case HAND -> OperatorRule.done(record, Optional.empty(), OF_EVE);
        case RELEASE -> OperatorRule.release(record, OwnerState.DEAD, OF_EVE);
        case FORGET -> ForgetRule.forget(record, OF_EVE, noted -> false);
        case SKIP_GAP -> OperatorRule.skipGap(record, STREAM, OwnerState.DEAD, OF_EVE);
      };
    }
  }

  private final AuditDouble audit = new AuditDouble();
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  private long nanos;

  @ParameterizedTest
  @EnumSource
  void isDoneOnceWhereTheLedgerSaysSo(Deed deed) {
    ScriptedDocument<SessionRecord> session = new ScriptedDocument<>(deed.subject());

    assertThat(run(deed, session)).as(err.toString()).isEqualTo(DONE);

    assertDoneOnce(deed, session);
    assertThat(session.issued()).hasSize(1);
  }

  @ParameterizedTest
  @EnumSource
  void isDoneOnceWhereTheAnswerIsLostAndTheWriteIsNot(Deed deed) {
    ScriptedDocument<SessionRecord> session = new ScriptedDocument<>(deed.subject()).landUnheard();

    assertThat(run(deed, session)).as(err.toString()).isEqualTo(DONE);

    assertDoneOnce(deed, session);
  }

  @ParameterizedTest
  @EnumSource
  void isDoneOnceWhereTheWriteIsLostAtFirst(Deed deed) {
    ScriptedDocument<SessionRecord> session = new ScriptedDocument<>(deed.subject()).lose(2);

    assertThat(run(deed, session)).as(err.toString()).isEqualTo(DONE);

    assertDoneOnce(deed, session);
    assertThat(session.issued()).as("the same write again").hasSize(3);
    assertThat(session.issued().stream().distinct()).hasSize(1);
  }

  @ParameterizedTest
  @EnumSource
  void isSaidToBeUnknownWhereNoAnswerComes(Deed deed) {
    ScriptedDocument<SessionRecord> session =
        new ScriptedDocument<>(deed.subject()).lose(Integer.MAX_VALUE);

    assertThat(run(deed, session)).isEqualTo(NOT_KNOWN);

    assertThat(err.toString())
        .contains("It is not known whether session 'parcel-1' was changed", "sessions show");
    assertThat(out.toString()).isEmpty();
    assertThat(session.issued().stream().distinct()).as("one write, again and again").hasSize(1);
    assertThat(audit.entries).hasSize(2);
    assertThat(audit.entries.get(1).what().effect()).startsWith("not done, or not known");
  }

  /** A later writer keeps the list of acts, so what was done is seen in it. */
  @ParameterizedTest
  @EnumSource
  void isDoneOnceWhereItLandsUnheardAndAWorkerWritesOverIt(Deed deed) {
    ScriptedDocument<SessionRecord> session =
        new ScriptedDocument<>(deed.subject())
            .landUnheard()
            .meanwhile(SessionActOutcomesTest::byWorker);

    assertThat(run(deed, session)).as(err.toString()).isEqualTo(DONE);

    assertDoneOnce(deed, session);
    assertThat(session.document().state()).hasValue(Body.ofUtf8("of the worker"));
  }

  @ParameterizedTest
  @EnumSource
  void isDecidedAnewOnWhatAWorkerWroteMeanwhile(Deed deed) {
    ScriptedDocument<SessionRecord> session =
        new ScriptedDocument<>(deed.subject()).meanwhile(SessionActOutcomesTest::byWorker);

    assertThat(run(deed, session)).as(err.toString()).isEqualTo(DONE);

    assertDoneOnce(deed, session);
    if (deed != Deed.FORGET) {
      assertThat(session.document().state()).hasValue(Body.ofUtf8("of the worker"));
    }
  }

  @ParameterizedTest
  @MethodSource
  void isRefusedWhereAnotherOperatorWasFaster(Deed deed, String sentence) {
    ScriptedDocument<SessionRecord> session =
        new ScriptedDocument<>(deed.subject())
            .meanwhile(record -> ((OperatorDecision.Write) deed.decide(record)).record());

    assertThat(run(deed, session)).isEqualTo(REFUSED);

    assertRefused(session, sentence);
    assertThat(session.document().acts()).extracting(Act::by).containsExactly("eve");
  }

  static Stream<Arguments> isRefusedWhereAnotherOperatorWasFaster() {
    return Stream.of(
        Arguments.of(Deed.BLOCK, "is BLOCKED already, by eve: hers"),
        Arguments.of(Deed.RETRY, "not BLOCKED: there is nothing to unblock"),
        Arguments.of(Deed.SKIP, "not BLOCKED: there is nothing to unblock"),
        Arguments.of(Deed.HAND, "not BLOCKED: there is nothing to unblock"),
        Arguments.of(Deed.RELEASE, "nobody holds it"),
        Arguments.of(Deed.FORGET, "was forgotten at"),
        Arguments.of(Deed.SKIP_GAP, GAP_CHANGED));
  }

  /** The policy holds the session at the next message: another one than the operator has seen. */
  @ParameterizedTest
  @MethodSource
  void isRefusedWhereThePolicyHoldsTheSessionMeanwhile(Deed deed, String sentence) {
    ScriptedDocument<SessionRecord> session =
        new ScriptedDocument<>(deed.subject()).meanwhile(record -> record(blockedAt(43), 42, 2));

    assertThat(run(deed, session)).isEqualTo(REFUSED);

    assertRefused(session, sentence);
    assertThat(session.document().custody()).isEqualTo(blockedAt(43));
    assertThat(session.document().progress().cursor(STREAM)).isEqualTo(42);
  }

  static Stream<Arguments> isRefusedWhereThePolicyHoldsTheSessionMeanwhile() {
    return Stream.of(
        Arguments.of(Deed.BLOCK, "is BLOCKED already, by east/inst-2: it failed"),
        Arguments.of(Deed.RETRY, "it would be 'unblocked, every attempt forgiven, message m-43'"),
        Arguments.of(Deed.SKIP, "it would be 'unblocked, message 43 of stream s-1 skipped' now"),
        Arguments.of(Deed.HAND, "'unblocked, message 43 of stream s-1 done by hand' now"),
        Arguments.of(Deed.RELEASE, "nobody holds it"),
        Arguments.of(Deed.FORGET, "is BLOCKED, by east/inst-2"),
        Arguments.of(Deed.SKIP_GAP, GAP_CHANGED));
  }

  /** What becomes of a gap while an operator decides that its messages are lost. */
  private enum Turn {
    PASSED_OVER_BY_POLICY(44, GAP_CHANGED),
    FOUND_BY_A_WORKER(41, GAP_CHANGED),
    FILLED_IN_PART(42, GAP_CHANGED),
    REPORTED_BY_THE_OTHER_REGION(41, GAP_CHANGED),
    CLAIMED_BY_A_WORKER(41, "is held by west/inst-2, which is alive: try again when it is not");

    private final long cursor;
    private final String sentence;

    Turn(long cursor, String sentence) {
      this.cursor = cursor;
      this.sentence = sentence;
    }

    SessionRecord of(SessionRecord record) {
      Progress progress = record.progress();
      SessionRecord next =
          switch (this) {
            case PASSED_OVER_BY_POLICY ->
                record.withProgress(GapRule.skipped(progress, STREAM, EAST, NOW));
            case FOUND_BY_A_WORKER -> record.withProgress(GapRule.found(progress, List.of(STREAM)));
            case FILLED_IN_PART ->
                record.withProgress(
                    GapRule.reported(
                        SessionActOutcomesTest.record(record.custody(), 42, 0).progress(),
                        STREAM,
                        EAST,
                        45,
                        NOW));
            case REPORTED_BY_THE_OTHER_REGION ->
                record.withProgress(GapRule.reported(progress, STREAM, WEST, 43, NOW));
            case CLAIMED_BY_A_WORKER ->
                record.withCustody(
                    record
                        .custody()
                        .claimedBy(
                            new Owner(WEST, new InstanceId("inst-2"), new ClaimId("claim-2"))));
          };
      return next.withStamp(WriteMark.of(new WriteId("of-the-turn"), NOW));
    }
  }

  @ParameterizedTest
  @EnumSource
  void aGapThatChangesMeanwhileIsNotPassedOver(Turn turn) {
    ScriptedDocument<SessionRecord> session =
        new ScriptedDocument<>(Deed.SKIP_GAP.subject()).meanwhile(turn::of);

    assertThat(run(Deed.SKIP_GAP, session)).isEqualTo(REFUSED);

    assertRefused(session, turn.sentence);
    assertThat(session.document()).isEqualTo(turn.of(Deed.SKIP_GAP.subject()));
    assertThat(session.document().progress().cursor(STREAM)).isEqualTo(turn.cursor);
  }

  @ParameterizedTest
  @EnumSource
  void isDoneAsPlannedOrNotAtAll(Deed deed) {
    String planned = ((OperatorDecision.Write) deed.decide(deed.subject())).effect();
    ScriptedDocument<SessionRecord> session = new ScriptedDocument<>(deed.subject());

    assertThat(run(deed, session, "--as-planned", "something else")).isEqualTo(REFUSED);
    assertThat(err.toString())
        .contains("It would be '%s' now, and not 'something else' as planned".formatted(planned));
    assertThat(session.issued()).isEmpty();
    assertThat(audit.entries).isEmpty();

    assertThat(run(deed, session, "--as-planned", planned)).as(err.toString()).isEqualTo(DONE);
    assertDoneOnce(deed, session);
  }

  private static SessionRecord byWorker(SessionRecord record) {
    return record
        .withState(Optional.of(Body.ofUtf8("of the worker")))
        .withStamp(WriteMark.of(new WriteId("of-the-worker"), NOW));
  }

  private void assertDoneOnce(Deed deed, ScriptedDocument<SessionRecord> session) {
    String effect = ((OperatorDecision.Write) deed.decide(deed.subject())).effect();
    assertThat(session.document().acts())
        .filteredOn(act -> act.by().equals("tom (self-declared)"))
        .extracting(Act::effect)
        .containsExactly(effect);
    assertThat(out.toString()).containsPattern("done +" + Pattern.quote(effect));
    assertThat(audit.entries).hasSize(1);
    assertThat(audit.entries.get(0).what().effect()).isEqualTo(effect);
  }

  private void assertRefused(ScriptedDocument<SessionRecord> session, String sentence) {
    assertThat(err.toString()).contains(sentence);
    assertThat(out.toString()).isEmpty();
    assertThat(session.document().acts()).noneMatch(act -> act.by().startsWith("tom"));
    assertThat(audit.entries).as("the act, and that it came to nothing").hasSize(2);
    assertThat(audit.entries.get(1).what().effect()).startsWith("not done, or not known");
  }

  private int run(Deed deed, ScriptedDocument<SessionRecord> session, String... more) {
    CliContext context =
        new CliContext(
            settings -> new ScriptedSessions(session).ledger(audit),
            deed == Deed.SKIP_GAP ? QueueAccess.serviceBus() : UnaskedPort.of(QueueAccess.class),
            () -> new Now(new MonotonicTime(nanos), NOW),
            this::pass,
            Map.of(
                "TWINBUS_OPERATOR",
                "tom",
                "TWINBUS_QUEUE",
                "orders",
                "TWINBUS_REGIONS_EAST_CONNECTION_STRING",
                NOWHERE.formatted(1),
                "TWINBUS_REGIONS_WEST_CONNECTION_STRING",
                NOWHERE.formatted(2)));
    List<String> arguments = new ArrayList<>(List.of(deed.words.split(" ")));
    arguments.addAll(List.of("parcel-1", "--reason", "ticket 7", "--yes"));
    arguments.addAll(List.of(more));
    CommandLine cli = TwinbusCli.with(TwinbusCli.operatorCommands(context), arguments);
    cli.setOut(new PrintWriter(out));
    cli.setErr(new PrintWriter(err));
    return cli.execute(arguments.toArray(String[]::new));
  }

  private void pass(Duration time) {
    nanos += time.toNanos();
  }

  /** Region east holds message 45, and 42 to 44 are missing. */
  private static SessionRecord waiting() {
    SessionRecord idle = record(new Custody(SessionStatus.IDLE, null, 7, null), 41, 0);
    return idle.withProgress(GapRule.reported(idle.progress(), STREAM, EAST, 45, NOW));
  }

  private static Custody blockedAt(int seq) {
    return new Custody(
        SessionStatus.BLOCKED, null, 7, new Block("it failed", "m-" + seq, "east/inst-2", NOW));
  }

  private static SessionRecord record(Custody custody, int cursor, int failures) {
    TreeMap<StreamId, Suspect> suspects = new TreeMap<>();
    if (failures > 0) {
      suspects.put(STREAM, new Suspect(cursor + 1, failures, 0, false));
    }
    return SessionRecord.first(SESSION, custody, WriteMark.of(new WriteId("before-" + cursor), NOW))
        .withProgress(
            new Progress(
                new TreeMap<>(Map.of(STREAM, new Cursor(cursor, NOW))),
                List.of(),
                suspects,
                new TreeMap<>()));
  }
}
