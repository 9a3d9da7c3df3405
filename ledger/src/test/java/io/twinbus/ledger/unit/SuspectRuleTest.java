package io.twinbus.ledger.unit;

import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.ledger.CountedAs;
import io.twinbus.ledger.EndState;
import io.twinbus.ledger.FailureCounts;
import io.twinbus.ledger.Progress;
import io.twinbus.ledger.Suspect;
import io.twinbus.ledger.rules.ClaimDecision.Kind;
import io.twinbus.ledger.rules.ProgressRule;
import io.twinbus.ledger.rules.SuspectRule;
import io.twinbus.protocol.Position;
import io.twinbus.protocol.StreamId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SuspectRuleTest {

  private static final StreamId P = new StreamId("p");
  private static final StreamId Q = new StreamId("q");
  private static final Position P1 = new Position(P, 1, 0);
  private static final Position Q1 = new Position(Q, 1, 0);

  @Test
  void theFirstTakeoverMarksTheHeadOfEveryStreamAndCountsNothing() {
    Progress progress = SuspectRule.claimed(Progress.NONE, Kind.TAKEOVER, List.of(P1, Q1));

    assertThat(progress.suspects()).containsEntry(P, Suspect.first(1)).containsKey(Q);
    assertThat(progress.attempts(P, 1)).isZero();
  }

  @Test
  void aTakeoverCountsWhatItFindsStartedAndClearsIt() {
    Progress marked = SuspectRule.claimed(Progress.NONE, Kind.TAKEOVER, List.of(P1, Q1));
    Progress started = SuspectRule.aboutToStart(marked, P1);

    Progress taken = SuspectRule.claimed(started, Kind.TAKEOVER, List.of(P1, Q1));

    assertThat(taken.suspects()).containsEntry(P, new Suspect(1, 0, 1, false));
    assertThat(taken.suspects()).containsEntry(Q, Suspect.first(1));
  }

  @Test
  void anyOtherClaimClearsWithoutCounting() {
    Progress started = SuspectRule.aboutToStart(Progress.NONE, P1);

    for (Kind kind : List.of(Kind.FREE, Kind.ORPHAN)) {
      assertThat(SuspectRule.claimed(started, kind, List.of(Q1)).suspects())
          .containsOnlyKeys(P)
          .containsEntry(P, Suspect.first(1));
    }
  }

  @Test
  void failuresAndTakeoversUseUpTheAttemptsTogether() {
    Progress failed = failed(SuspectRule.aboutToStart(Progress.NONE, P1), P1);
    Progress started = SuspectRule.aboutToStart(failed, P1);

    Progress taken = SuspectRule.claimed(started, Kind.TAKEOVER, List.of());

    assertThat(taken.suspect(P, 1))
        .contains(new Suspect(1, counted(1), 1, false, Optional.empty()));
    assertThat(taken.attempts(P, 1)).isEqualTo(2);
  }

  @Test
  void aSuspectThatOnlyTheOtherRegionHoldsStays() {
    Progress failed = failed(Progress.NONE, new Position(P, 5, 4));

    Progress taken = SuspectRule.claimed(failed, Kind.TAKEOVER, List.of(new Position(P, 6, 4)));

    assertThat(taken.attempts(P, 5)).isEqualTo(1);
  }

  @Test
  void whatIsHeldAgainstALaterMessageStandsBehindAnEarlierOneThatRunsAgain() {
    Position second = new Position(P, 2, 1);
    Progress later = failed(Progress.NONE, second);

    Progress started = SuspectRule.aboutToStart(later, P1);
    Progress taken = SuspectRule.claimed(started, Kind.TAKEOVER, List.of(P1));
    Progress both = failed(taken, second);

    assertThat(both.suspects())
        .containsEntry(
            P,
            new Suspect(
                1,
                FailureCounts.NONE,
                1,
                false,
                Optional.of(new Suspect(2, counted(2), 0, false, Optional.empty()))));
    assertThat(both.attempts(P, 1)).isEqualTo(1);
    assertThat(both.attempts(P, 2)).isEqualTo(2);
  }

  @Test
  void eachSuspectIsShownBehindTheEarlierOnesOfItsStream() {
    Progress first = failed(Progress.NONE, new Position(P, 2, 1));
    Progress three = failed(failed(first, Q1), P1);
    List<String> shown = new ArrayList<>();

    three.eachSuspect((stream, suspect) -> shown.add(stream + "-" + suspect.seq()));

    assertThat(shown).containsExactly("p-1", "p-2", "q-1");
  }

  @Test
  void whenTheEarlierOneHasEndedTheLaterOneComesForward() {
    Progress both = failed(failed(Progress.NONE, new Position(P, 2, 1)), P1);

    Progress ended = ProgressRule.ended(both, P1, EndState.DONE, "", Instant.EPOCH);

    assertThat(ended.suspects())
        .containsEntry(P, new Suspect(2, counted(1), 0, false, Optional.empty()));
  }

  @Test
  void aMarkGivesWayToAnEarlierMessage() {
    Position second = new Position(P, 2, 1);
    Progress marked = SuspectRule.claimed(Progress.NONE, Kind.TAKEOVER, List.of(second));

    assertThat(failed(marked, P1).suspects())
        .containsEntry(P, new Suspect(1, counted(1), 0, false, Optional.empty()));
  }

  @Test
  void nothingIsHeldAgainstAMessageThatHasEnded() {
    Progress ended = ProgressRule.ended(Progress.NONE, P1, EndState.DONE, "", Instant.EPOCH);

    assertThat(failed(ended, P1).suspects()).isEmpty();
    assertThat(SuspectRule.aboutToStart(ended, P1).suspects()).isEmpty();
  }

  @Test
  void whatAnOperatorForgivesBeginsAnew() {
    Progress failed = failed(Progress.NONE, P1);

    assertThat(SuspectRule.forgiven(failed).attempts(P, 1)).isZero();
  }

  @Test
  void aClaimOfAnyKindBeginsItsTriesAtNoneAndKeepsWhatCounts() {
    Progress counted = failed(Progress.NONE, P1);
    Progress tried = SuspectRule.failed(counted, P1, CountedAs.NOT, Instant.EPOCH);

    assertThat(tried.attempts(P, 1)).isEqualTo(2);
    for (Kind kind : Kind.values()) {
      assertThat(SuspectRule.claimed(tried, kind, List.of(P1)).attempts(P, 1)).isEqualTo(1);
    }
  }

  @Test
  void aClaimThatIsNoTakeoverSuspectsNothingNew() {
    for (Kind kind : List.of(Kind.FREE, Kind.ORPHAN)) {
      assertThat(SuspectRule.claimed(Progress.NONE, kind, List.of(P1))).isEqualTo(Progress.NONE);
    }
  }

  @Test
  void aStartThatDidNotHappenIsTakenBack() {
    Progress started = SuspectRule.aboutToStart(failed(Progress.NONE, P1), P1);

    Progress taken = SuspectRule.notStarted(started, P1);

    assertThat(taken).isEqualTo(failed(Progress.NONE, P1));
    assertThat(SuspectRule.notStarted(started, Q1)).as("nothing against it").isEqualTo(started);
  }

  @Test
  void aCallThatIsLostWithItsLinkIsCountedForItselfAndStaysStarted() {
    Progress started = SuspectRule.aboutToStart(Progress.NONE, P1);

    Progress lost = SuspectRule.lostItsLink(started, P1, Instant.EPOCH);

    assertThat(lost.suspects())
        .containsExactly(Map.entry(P, new Suspect(1, 0, 0, true).lostItsLink(Instant.EPOCH)));
    assertThat(lost.attempts(P, 1)).isZero();
  }

  @Test
  void ofSeveralSuspectsTheOneThatWasStartedIsKnown() {
    Progress marked = SuspectRule.claimed(Progress.NONE, Kind.TAKEOVER, List.of(P1, Q1));
    assertThat(SuspectRule.started(marked)).isEmpty();

    Progress started = SuspectRule.aboutToStart(marked, Q1);

    assertThat(SuspectRule.started(started)).map(Map.Entry::getKey).contains(Q);
  }

  private static FailureCounts counted(int failures) {
    return new FailureCounts(failures, 0, 0, 0, Instant.EPOCH);
  }

  private static Progress failed(Progress progress, Position position) {
    return SuspectRule.failed(progress, position, CountedAs.WITH_EVIDENCE, Instant.EPOCH);
  }
}
