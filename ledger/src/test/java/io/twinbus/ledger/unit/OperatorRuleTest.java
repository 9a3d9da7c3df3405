package io.twinbus.ledger.unit;

import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.ledger.Act;
import io.twinbus.ledger.Block;
import io.twinbus.ledger.ClaimId;
import io.twinbus.ledger.Cursor;
import io.twinbus.ledger.Custody;
import io.twinbus.ledger.EndState;
import io.twinbus.ledger.Gap;
import io.twinbus.ledger.InstanceId;
import io.twinbus.ledger.Owner;
import io.twinbus.ledger.Progress;
import io.twinbus.ledger.SessionRecord;
import io.twinbus.ledger.SessionStatus;
import io.twinbus.ledger.Suspect;
import io.twinbus.ledger.WriteId;
import io.twinbus.ledger.WriteMark;
import io.twinbus.ledger.rules.OperatorDecision;
import io.twinbus.ledger.rules.OperatorOrder;
import io.twinbus.ledger.rules.OperatorRule;
import io.twinbus.ledger.rules.OwnerState;
import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.SessionId;
import io.twinbus.protocol.StreamId;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

class OperatorRuleTest {

  private static final Instant AT = Instant.parse("2026-03-01T12:00:00Z");
  private static final StreamId STREAM = new StreamId("s");
  private static final StreamId OTHER = new StreamId("t");
  private static final RegionName EAST = new RegionName("east");
  private static final RegionName WEST = new RegionName("west");
  private static final Owner OWNER =
      new Owner(EAST, new InstanceId("inst-1"), new ClaimId("claim-1"));
  private static final Block BLOCK = new Block("All 10 attempts failed.", "m-8", "inst-1", AT);
  private static final OperatorOrder ORDER =
      new OperatorOrder("ann", "ticket 7", WriteMark.of(new WriteId("w2"), AT.plusSeconds(1)));

  @Test
  void aRetryForgivesEveryAttemptAndLetsTheSessionGoOn() {
    SessionRecord record = blocked(Map.of(STREAM, new Suspect(8, 10, 0, false)));

    SessionRecord after = written(OperatorRule.retry(record, ORDER));

    assertThat(after.status()).isEqualTo(SessionStatus.IDLE);
    assertThat(after.custody().block()).isNull();
    assertThat(after.progress().suspects()).isEmpty();
    assertThat(after.progress().cursor(STREAM)).isEqualTo(7);
    assertThat(after.token()).isEqualTo(record.token());
    assertThat(after.stamp()).isEqualTo(ORDER.stamp());
  }

  @Test
  void anActStaysOnRecordWithNameAndReason() {
    SessionRecord after = written(OperatorRule.retry(blocked(Map.of()), ORDER));

    assertThat(after.acts())
        .containsExactly(
            new Act(
                Act.Kind.RETRY,
                "ann",
                "ticket 7",
                "unblocked, every attempt forgiven, message m-8",
                AT.plusSeconds(1)));
  }

  @Test
  void onlyTheNewestActsStay() {
    SessionRecord record = blocked(Map.of());
    for (int i = 0; i < Act.MAX_KEPT + 5; i++) {
      record = record.withAct(ORDER.act(Act.Kind.REPLAY, "act " + i));
    }

    assertThat(record.acts()).hasSize(Act.MAX_KEPT);
    assertThat(record.acts().get(Act.MAX_KEPT - 1).effect()).isEqualTo("act 36");
  }

  @ParameterizedTest
  @EnumSource(value = SessionStatus.class, mode = Mode.EXCLUDE, names = "BLOCKED")
  void nothingIsUnblockedThatIsNotBlocked(SessionStatus status) {
    SessionRecord record = record(new Custody(status, null, 5, null), Progress.NONE);

    assertThat(OperatorRule.retry(record, ORDER)).isInstanceOf(OperatorDecision.Refuse.class);
    assertThat(OperatorRule.skip(record, Optional.empty(), ORDER))
        .isInstanceOf(OperatorDecision.Refuse.class);
  }

  @Test
  void aSkipEndsTheMessageUnderTheOperatorsName() {
    SessionRecord record =
        blocked(Map.of(STREAM, new Suspect(8, 10, 0, false), OTHER, Suspect.first(1)));

    SessionRecord after = written(OperatorRule.skip(record, Optional.empty(), ORDER));

    assertThat(after.status()).isEqualTo(SessionStatus.IDLE);
    assertThat(after.progress().cursor(STREAM)).isEqualTo(8);
    assertThat(after.progress().endOf(STREAM, 8).orElseThrow().state()).isEqualTo(EndState.SKIPPED);
    assertThat(after.progress().endOf(STREAM, 8).orElseThrow().reason())
        .isEqualTo("SkippedByOperator: ann");
    assertThat(after.progress().suspects()).isEmpty();
  }

  @Test
  void aMessageThatIsDoneByHandEndsAsDoneUnderTheOperatorsName() {
    SessionRecord record = blocked(Map.of(STREAM, new Suspect(8, 10, 0, false)));

    SessionRecord after = written(OperatorRule.done(record, Optional.empty(), ORDER));

    assertThat(after.status()).isEqualTo(SessionStatus.IDLE);
    assertThat(after.progress().cursor(STREAM)).isEqualTo(8);
    assertThat(after.progress().endOf(STREAM, 8).orElseThrow().state()).isEqualTo(EndState.DONE);
    assertThat(after.progress().suspects()).isEmpty();
    assertThat(after.acts().get(0))
        .isEqualTo(
            new Act(
                Act.Kind.DONE,
                "ann",
                "ticket 7",
                "unblocked, message 8 of stream s done by hand",
                AT.plusSeconds(1)));
  }

  @Test
  void aBlockByHandLeavesTheOwnerItsClaimAndNamesTheOperator() {
    SessionRecord record =
        record(new Custody(SessionStatus.WORKING, OWNER, 5, null), Progress.NONE);

    SessionRecord after = written(OperatorRule.block(record, ORDER));

    assertThat(after.custody())
        .isEqualTo(
            new Custody(
                SessionStatus.BLOCKED,
                OWNER,
                5,
                new Block("ticket 7", null, "ann", AT.plusSeconds(1))));
    assertThat(after.acts()).extracting(Act::kind).containsExactly(Act.Kind.BLOCK);
    assertThat(written(OperatorRule.retry(after, ORDER)).status()).isEqualTo(SessionStatus.WORKING);
  }

  @Test
  void whatIsBlockedIsNotBlockedAgain() {
    assertThat(OperatorRule.block(blocked(Map.of()), ORDER))
        .isInstanceOfSatisfying(
            OperatorDecision.Refuse.class,
            refused -> assertThat(refused.why()).contains("BLOCKED already, by inst-1"));
  }

  @Test
  void aMessageWhoseWorkerHasNotStoppedYetIsNotSkipped() {
    SessionRecord record =
        record(
            new Custody(SessionStatus.BLOCKED, OWNER, 5, BLOCK),
            progress(Map.of(STREAM, new Suspect(8, 10, 0, true)), Map.of()));

    assertThat(OperatorRule.skip(record, Optional.empty(), ORDER))
        .isInstanceOf(OperatorDecision.Busy.class);
  }

  @Test
  void amongSeveralTheStreamMustBeNamed() {
    SessionRecord record =
        blocked(Map.of(STREAM, new Suspect(8, 9, 1, false), OTHER, new Suspect(1, 0, 1, false)));

    assertThat(OperatorRule.skip(record, Optional.empty(), ORDER))
        .isEqualTo(
            new OperatorDecision.Refuse(
                "Something is held against messages of several streams of session 'parcel': name"
                    + " the stream."));
    assertThat(
            written(OperatorRule.skip(record, Optional.of(OTHER), ORDER)).progress().cursor(OTHER))
        .isEqualTo(1);
  }

  @Test
  void whatIsNotNextIsNotSkipped() {
    SessionRecord record = blocked(Map.of(STREAM, new Suspect(10, 3, 0, false)));

    assertThat(OperatorRule.skip(record, Optional.empty(), ORDER))
        .isInstanceOf(OperatorDecision.Refuse.class);
  }

  @Test
  void aDeadOwnersClaimEndsLikeATakeoverWouldEndIt() {
    SessionRecord record = working(Map.of(), Map.of());

    SessionRecord after = written(OperatorRule.release(record, OwnerState.DEAD, ORDER));

    assertThat(after.status()).isEqualTo(SessionStatus.PENDING);
    assertThat(after.custody().owner()).isNull();
    assertThat(after.token()).isEqualTo(record.token() + 1);
    assertThat(after.progress().suspects()).containsEntry(STREAM, Suspect.first(8));
  }

  @ParameterizedTest
  @EnumSource(value = OwnerState.class, mode = Mode.EXCLUDE, names = "DEAD")
  void anOwnerWhoMayBeAliveKeepsHisClaim(OwnerState state) {
    SessionRecord record = working(Map.of(), gap(8, 10));

    assertThat(OperatorRule.release(record, state, ORDER))
        .isInstanceOf(OperatorDecision.Busy.class);
    assertThat(OperatorRule.skipGap(record, STREAM, state, ORDER))
        .isInstanceOf(OperatorDecision.Busy.class);
  }

  @Test
  void aGapIsPassedOverToTheLowestNumberThatAnyReportHolds() {
    SessionRecord record =
        record(new Custody(SessionStatus.PENDING, null, 5, null), progress(Map.of(), gap(12, 10)));

    SessionRecord after = written(OperatorRule.skipGap(record, STREAM, OwnerState.DEAD, ORDER));

    assertThat(after.progress().cursor(STREAM)).isEqualTo(9);
    assertThat(after.progress().endOf(STREAM, 8).orElseThrow().reason())
        .isEqualTo("LateAfterSkippedGap");
    assertThat(after.progress().waiting()).isEmpty();
    assertThat(after.token()).isEqualTo(6);
    assertThat(after.acts().get(0).effect()).isEqualTo("messages 8 to 9 of stream s skipped");
  }

  @Test
  void withoutAReportThereIsNoGapToPassOver() {
    SessionRecord record =
        record(new Custody(SessionStatus.PENDING, null, 5, null), progress(Map.of(), gap(12, 10)));

    assertThat(OperatorRule.skipGap(record, OTHER, OwnerState.DEAD, ORDER))
        .isInstanceOf(OperatorDecision.Refuse.class);
  }

  @ParameterizedTest
  @CsvSource({"DONE, DONE, done by hand", "SKIPPED, SKIP, skipped"})
  void aSessionGoesOnBehindAMessageWithARecordOfItsOwn(
      EndState end, Act.Kind kind, String inWords) {
    SessionRecord record = blocked(Map.of(STREAM, new Suspect(8, 3, 0, false)));

    SessionRecord after = written(OperatorRule.passedOwn(record, end, ORDER));

    assertThat(after.custody()).isEqualTo(new Custody(SessionStatus.IDLE, null, 5, null));
    assertThat(after.progress().cursors()).isEqualTo(record.progress().cursors());
    assertThat(after.progress().suspects()).isEmpty();
    assertThat(after.progress().annex().pardons()).isEqualTo(1);
    assertThat(after.acts()).containsExactly(ORDER.act(kind, "unblocked, message m-8 " + inWords));
  }

  @Test
  void aMessageWithARecordOfItsOwnIsPassedOnlyWhereItHoldsTheSessionAndNobodyElseDoes() {
    SessionRecord working = working(Map.of(), Map.of());
    SessionRecord held = record(new Custody(SessionStatus.BLOCKED, OWNER, 5, BLOCK), Progress.NONE);

    assertThat(OperatorRule.passedOwn(working, EndState.DONE, ORDER))
        .isEqualTo(
            new OperatorDecision.Refuse(
                "Session 'parcel' is WORKING, not BLOCKED: there is nothing to unblock."));
    assertThat(OperatorRule.passedOwn(held, EndState.DONE, ORDER))
        .isInstanceOf(OperatorDecision.Busy.class);
  }

  @Test
  void aClaimThatNobodyHoldsIsNotReleased() {
    assertThat(OperatorRule.release(blocked(Map.of()), OwnerState.DEAD, ORDER))
        .isEqualTo(new OperatorDecision.Refuse("Session 'parcel' is BLOCKED: nobody holds it."));
  }

  @Test
  void aDeadOwnersClaimEndsWithTheGapThatIsPassedOver() {
    SessionRecord record = working(Map.of(), gap(12, 10));

    SessionRecord after = written(OperatorRule.skipGap(record, STREAM, OwnerState.DEAD, ORDER));

    assertThat(after.custody()).isEqualTo(new Custody(SessionStatus.PENDING, null, 6, null));
    assertThat(after.progress().cursor(STREAM)).isEqualTo(9);
  }

  @Test
  void aGapWhoseReportsWereAllTakenBackIsNotPassedOver() {
    Gap silent = new Gap(7, new TreeMap<>());
    SessionRecord record =
        record(
            new Custody(SessionStatus.PENDING, null, 5, null),
            progress(Map.of(), Map.of(STREAM, silent)));

    assertThat(OperatorRule.skipGap(record, STREAM, OwnerState.DEAD, ORDER))
        .isEqualTo(
            new OperatorDecision.Refuse(
                "No region reports a gap in stream s of session 'parcel'."));
  }

  @Test
  void whatWasDoneBesideTheRecordIsNotedAndChangesNothingElse() {
    SessionRecord record = working(Map.of(), gap(12, 10));

    SessionRecord after =
        written(OperatorRule.note(record, Act.Kind.REPLAY, "2 dead letters sent again", ORDER));

    assertThat(after)
        .isEqualTo(
            record
                .withAct(ORDER.act(Act.Kind.REPLAY, "2 dead letters sent again"))
                .withStamp(ORDER.stamp()));
  }

  private static Map<StreamId, Gap> gap(long east, long west) {
    return Map.of(
        STREAM,
        new Gap(
            7,
            new TreeMap<>(Map.of(EAST, new Gap.Report(east, AT), WEST, new Gap.Report(west, AT)))));
  }

  private static SessionRecord blocked(Map<StreamId, Suspect> suspects) {
    return record(new Custody(SessionStatus.BLOCKED, null, 5, BLOCK), progress(suspects, Map.of()));
  }

  private static SessionRecord working(
      Map<StreamId, Suspect> suspects, Map<StreamId, Gap> waiting) {
    return record(new Custody(SessionStatus.WORKING, OWNER, 5, null), progress(suspects, waiting));
  }

  private static Progress progress(Map<StreamId, Suspect> suspects, Map<StreamId, Gap> waiting) {
    return new Progress(
        new TreeMap<>(Map.of(STREAM, new Cursor(7, AT))),
        List.of(),
        new TreeMap<>(suspects),
        new TreeMap<>(waiting));
  }

  private static SessionRecord record(Custody custody, Progress progress) {
    return new SessionRecord(
        new SessionId("parcel"),
        custody,
        progress,
        Optional.empty(),
        WriteMark.of(new WriteId("w1"), AT));
  }

  private static SessionRecord written(OperatorDecision decision) {
    assertThat(decision).isInstanceOf(OperatorDecision.Write.class);
    return ((OperatorDecision.Write) decision).record();
  }
}
