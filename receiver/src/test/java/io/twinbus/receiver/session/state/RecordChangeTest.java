package io.twinbus.receiver.session.state;

import static io.twinbus.receiver.session.state.Copies.A;
import static io.twinbus.receiver.session.state.Copies.B;
import static io.twinbus.receiver.session.state.Copies.NOW;
import static io.twinbus.receiver.session.state.LoneWorker.EAST;
import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.ledger.BesideRecord;
import io.twinbus.ledger.Block;
import io.twinbus.ledger.ClaimId;
import io.twinbus.ledger.CountedAs;
import io.twinbus.ledger.Cursor;
import io.twinbus.ledger.Custody;
import io.twinbus.ledger.EndState;
import io.twinbus.ledger.EndedRange;
import io.twinbus.ledger.Gap;
import io.twinbus.ledger.InstanceId;
import io.twinbus.ledger.MessageContent;
import io.twinbus.ledger.NotedEnd;
import io.twinbus.ledger.Overflow;
import io.twinbus.ledger.Owner;
import io.twinbus.ledger.Progress;
import io.twinbus.ledger.SessionRecord;
import io.twinbus.ledger.SessionStatus;
import io.twinbus.ledger.Suspect;
import io.twinbus.ledger.WriteId;
import io.twinbus.ledger.WriteMark;
import io.twinbus.ledger.rules.Horizon;
import io.twinbus.protocol.Body;
import io.twinbus.protocol.MessageId;
import io.twinbus.protocol.Position;
import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.StreamId;
import io.twinbus.receiver.StateChange;
import io.twinbus.receiver.broker.Delivery;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** What a change brings to the record, and when its effect stands there already. */
class RecordChangeTest {

  private static final ClaimId MINE = new ClaimId("mine");
  private static final Owner ME = owner(MINE);
  private static final Owner NEXT = owner(new ClaimId("next"));
  private static final RegionName WEST = new RegionName("west");
  private static final long TOKEN = 100;
  private static final SessionRecord HELD =
      SessionRecord.first(
          Copies.SESSION,
          new Custody(SessionStatus.WORKING, ME, TOKEN, null),
          WriteMark.of(new WriteId("w"), NOW));

  @Test
  void aClaimStandsWhereTheRecordNamesIt() {
    RecordChange.Claim claim = new RecordChange.Claim(MINE, Optional.empty(), HELD);

    assertThat(claim.standsOn(HELD)).isTrue();
    assertThat(claim.standsOn(HELD.withCustody(HELD.custody().renewedBy(NEXT)))).isFalse();
  }

  @Test
  void anEndStandsOnceTheCursorIsAtItsNumber() {
    RecordChange.End end = done(2);

    assertThat(end.standsOn(endedUpTo(1))).isFalse();
    assertThat(end.standsOn(endedUpTo(2))).isTrue();
    assertThat(end.standsOn(endedUpTo(3))).isTrue();
  }

  @Test
  void anEndThatStandsChangesNothing() {
    SessionRecord ended = endedUpTo(2);

    assertThat(done(2).appliedTo(ended, NOW)).isSameAs(ended);
    assertThat(done(3).appliedTo(ended, NOW).progress().cursor(A)).isEqualTo(3);
  }

  @Test
  void anEndTellsWhetherTheApplicationNumbersItsStream() {
    assertThat(done(1).appliedTo(HELD, NOW).progress().cursors())
        .containsEntry(A, new Cursor(1, NOW));
    assertThat(done(Copies.ofExplicit(1, A, 1)).appliedTo(HELD, NOW).progress().cursors())
        .containsEntry(A, new Cursor(1, NOW).ofExplicit());
  }

  @Test
  void aHoleIsClosedOnceTheCursorIsBeforeTheMessageBehindIt() {
    RecordChange.CloseHole hole = new RecordChange.CloseHole(new Position(A, 5, 2));

    assertThat(hole.standsOn(endedUpTo(3))).isFalse();
    assertThat(hole.standsOn(endedUpTo(4))).isTrue();
    assertThat(hole.standsOn(endedUpTo(5))).isTrue();
  }

  @Test
  void aFailureStandsOnceItsAttemptIsCounted() {
    RecordChange.CountFailure failure = failure(2);

    assertThat(failure.standsOn(HELD)).isFalse();
    assertThat(failure.standsOn(suspected(new Suspect(1, 1, 0, true)))).isFalse();
    assertThat(failure.standsOn(suspected(new Suspect(1, 2, 0, false)))).isTrue();
    assertThat(failure.standsOn(suspected(new Suspect(1, 3, 0, false)))).isTrue();
    assertThat(failure.standsOn(endedUpTo(1))).as("it has ended").isTrue();
  }

  @Test
  void aStartStandsWhereTheMessageIsMarkedAsStarted() {
    RecordChange.Start start = new RecordChange.Start(place(1));

    assertThat(start.standsOn(HELD)).isFalse();
    assertThat(start.standsOn(suspected(Suspect.first(1)))).isFalse();
    assertThat(start.standsOn(suspected(Suspect.first(1).withStarted(true)))).isTrue();
    assertThat(start.standsOn(endedUpTo(1))).as("it has ended").isTrue();
  }

  @Test
  void aRenewalStandsWhereTheRecordNamesTheNextClaim() {
    RecordChange.Renew renew = new RecordChange.Renew(NEXT, Optional.empty(), "late");

    assertThat(renew.standsOn(HELD)).isFalse();
    assertThat(renew.standsOn(HELD.withCustody(HELD.custody().renewedBy(NEXT)))).isTrue();
  }

  @Test
  void aRenewalRaisesTheTokenAndCountsTheLostCall() {
    RecordChange.Renew.LostCall lost =
        new RecordChange.Renew.LostCall(place(1), CountedAs.WITH_EVIDENCE);

    SessionRecord renewed =
        new RecordChange.Renew(NEXT, Optional.of(lost), "late").appliedTo(HELD, NOW);

    assertThat(renewed.custody().owner()).isEqualTo(NEXT);
    assertThat(renewed.token()).isEqualTo(TOKEN + 1);
    assertThat(renewed.progress().failures(A, 1)).isEqualTo(1);
  }

  @Test
  void anEndIsNotedWithTheStateThatItsMessageLeaves() {
    Body kept = Body.ofUtf8("kept");
    RecordChange.NoteEnd note = noted("m", new StateChange.Set(kept));

    SessionRecord written = note.appliedTo(HELD, NOW);

    assertThat(written.state()).contains(kept);
    assertThat(note.standsOn(HELD)).isFalse();
    assertThat(note.standsOn(written)).isTrue();
    assertThat(noted("other", new StateChange.Keep()).standsOn(written)).isFalse();
  }

  @Test
  void pagesStandOnceTheRecordCountsThem() {
    EndedRange range = new EndedRange(A, 1, 1, EndState.DEAD, "poison");
    RecordChange.MoveOut moved =
        new RecordChange.MoveOut(List.of(new MessageContent.Page(A, 0, List.of(range))));
    SessionRecord full = HELD.withProgress(Progress.NONE.withEnded(List.of(range)));

    SessionRecord written = moved.appliedTo(full, NOW);

    assertThat(written.progress().ended()).isEmpty();
    assertThat(written.progress().annex().overflow()).containsEntry(A, new Overflow(1, 1));
    assertThat(moved.standsOn(full)).isFalse();
    assertThat(moved.standsOn(written)).isTrue();
  }

  @Test
  void aStreamHasReturnedOnceTheRecordHasItsCursor() {
    RecordChange.Return back = new RecordChange.Return(cold(A, 7));

    assertThat(back.standsOn(HELD)).isFalse();
    assertThat(back.appliedTo(HELD, NOW).progress().cursor(A)).isEqualTo(7);
    assertThat(back.standsOn(endedUpTo(1))).isTrue();
  }

  @Test
  void streamsHaveLeftOnceTheRecordHasNoCursorOfThem() {
    RecordChange.Leave leave = new RecordChange.Leave(List.of(cold(A, 2)));
    SessionRecord before = endedUpTo(2);

    SessionRecord written = leave.appliedTo(before, NOW);

    assertThat(written.progress().cursors()).isEmpty();
    assertThat(written.progress().annex().cold()).isEqualTo(1);
    assertThat(leave.standsOn(before)).isFalse();
    assertThat(leave.standsOn(written)).isTrue();
  }

  @Test
  void aStreamThatNothingHasEndedInForTheRetentionIsForgotten() {
    RecordChange.Prune prune = new RecordChange.Prune(Horizon.ofDefaults(), Set.of());

    assertThat(prune.on(endedUpTo(1), NOW.plus(Duration.ofDays(15))).progress().cursors())
        .isEmpty();
  }

  @Test
  void aReleaseTakesBackWhatDidNotStart() {
    SessionRecord released =
        release(Optional.of(place(1)), Optional.empty())
            .appliedTo(suspected(Suspect.first(1).withStarted(true)), NOW);

    assertThat(released.progress().suspect(A, 1).orElseThrow().started()).isFalse();
    assertThat(released.status()).isEqualTo(SessionStatus.IDLE);
    assertThat(released.custody().owner()).isNull();
  }

  @Test
  void aReleaseTellsOfTheCallThatWasLostWithItsLink() {
    SessionRecord released = release(Optional.empty(), Optional.of(place(1))).appliedTo(HELD, NOW);

    assertThat(released.progress().suspect(A, 1).orElseThrow().failed().lostLinks()).isEqualTo(1);
  }

  @Test
  void aReleaseTakesBackTheReportsOfWhatIsInHand() {
    SessionRecord released =
        new RecordChange.Release(Optional.empty(), Optional.empty(), Set.of(A))
            .appliedTo(waiting(A, B), NOW);

    assertThat(released.progress().waiting()).containsOnlyKeys(B);
  }

  @Test
  void whatIsFoundIsNotWaitedFor() {
    assertThat(new RecordChange.Found(Set.of(A)).appliedTo(waiting(A, B), NOW).progress().waiting())
        .containsOnlyKeys(B);
  }

  @Test
  void aGapIsReportedForTheRegion() {
    RecordChange.ReportGap report = new RecordChange.ReportGap(A, EAST, 3);

    SessionRecord reported = report.appliedTo(HELD, NOW);

    assertThat(reported.progress().gap(A).orElseThrow().reports())
        .containsExactlyEntriesOf(Map.of(EAST, new Gap.Report(3, NOW)));
    assertThat(reported.custody()).isEqualTo(HELD.custody());
  }

  @Test
  void aReportOverADeadOwnerEndsItsClaimAndCountsFromNowOn() {
    RecordChange.ReportOverDead over =
        new RecordChange.ReportOverDead(new RecordChange.ReportGap(A, EAST, 3));

    SessionRecord reported = over.appliedTo(waiting(A), NOW.plusSeconds(9));

    assertThat(reported.status()).isEqualTo(SessionStatus.PENDING);
    assertThat(reported.custody().owner()).isNull();
    assertThat(reported.token()).isEqualTo(TOKEN + 1);
    assertThat(reported.progress().suspect(A, 1)).contains(Suspect.first(1));
    assertThat(reported.progress().gap(A).orElseThrow().reports())
        .containsEntry(EAST, new Gap.Report(3, NOW.plusSeconds(9)));
  }

  @Test
  void aGapThatIsPassedOverRaisesTheTokenAndMovesTheCursor() {
    SessionRecord skipped = new RecordChange.SkipGap(A, EAST, 1).appliedTo(waiting(A), NOW);

    assertThat(skipped.token()).isEqualTo(TOKEN + 1);
    assertThat(skipped.progress().cursor(A)).isEqualTo(2);
  }

  @Test
  void aBlockCountsTheFailureUnlessItIsOnRecord() {
    Block block = new Block("poison", "m", "me", NOW);
    RecordChange.BlockSession blocking =
        new RecordChange.BlockSession(block, Optional.of(failure(1)));

    SessionRecord blocked = blocking.appliedTo(HELD, NOW);
    SessionRecord again = blocking.appliedTo(suspected(new Suspect(1, 1, 0, false)), NOW);

    assertThat(blocked.custody().block()).isEqualTo(block);
    assertThat(blocked.progress().failures(A, 1)).isEqualTo(1);
    assertThat(again.progress().failures(A, 1)).isEqualTo(1);
  }

  @Test
  void aHoldTellsTheReasonOfItsBlock() {
    Block block = new Block("in doubt", null, "me", NOW);

    assertThat(new RecordChange.Hold(HELD.withCustody(HELD.custody().blocked(block))).reason())
        .isEqualTo("in doubt");
    assertThat(new RecordChange.Hold(HELD).reason()).isEmpty();
  }

  private static Owner owner(ClaimId claim) {
    return new Owner(EAST, new InstanceId("me"), claim);
  }

  private static Position place(long seq) {
    return new Position(A, seq, seq - 1);
  }

  private static RecordChange.End done(long seq) {
    return done(Copies.copy(seq, A, seq));
  }

  private static RecordChange.End done(Delivery copy) {
    HandlerCall call =
        new HandlerCall(1, copy, copy.position(), 1, LoneWorker.START, LoneWorker.at(30));
    return RecordChange.End.done(call, new StateChange.Keep(), NOW);
  }

  private static RecordChange.CountFailure failure(int attempt) {
    return new RecordChange.CountFailure(place(1), attempt, CountedAs.WITH_EVIDENCE);
  }

  private static RecordChange.NoteEnd noted(String message, StateChange kept) {
    return new RecordChange.NoteEnd(new NotedEnd(new MessageId(message), EndState.DONE, ""), kept);
  }

  private static RecordChange.Release release(
      Optional<Position> notStarted, Optional<Position> lost) {
    return new RecordChange.Release(notStarted, lost, Set.of());
  }

  private static MessageContent.Cold cold(StreamId stream, long seq) {
    return new MessageContent.Cold(stream, new Cursor(seq, NOW), List.of(), Optional.empty());
  }

  private static SessionRecord endedUpTo(long seq) {
    return HELD.withProgress(
        new Progress(
            new TreeMap<>(Map.of(A, new Cursor(seq, NOW))),
            List.of(),
            new TreeMap<>(),
            new TreeMap<>(),
            BesideRecord.NONE));
  }

  private static SessionRecord suspected(Suspect suspect) {
    return HELD.withProgress(Progress.NONE.withSuspects(new TreeMap<>(Map.of(A, suspect))));
  }

  /** East and west wait for the first message of each of {@code streams}. */
  private static SessionRecord waiting(StreamId... streams) {
    TreeMap<StreamId, Gap> gaps = new TreeMap<>();
    Gap.Report report = new Gap.Report(3, NOW);
    for (StreamId stream : streams) {
      gaps.put(stream, new Gap(0, new TreeMap<>(Map.of(EAST, report, WEST, report))));
    }
    return HELD.withProgress(Progress.NONE.withWaiting(gaps));
  }
}
