package io.twinbus.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The same random histories and invariants find every bug that is put in on purpose. */
class MutationsTest {

  private static final int SEEDS = Integer.getInteger("simulation.mutation.seeds", 200);

  /**
   * @param found the history that has found it: it is tried first, and if what it plays has
   *     changed, every other one is
   */
  record Mutation(String name, Supplier<Wiring> wiring, long found) {

    Mutation(String name, Supplier<Wiring> wiring) {
      this(name, wiring, 1);
    }

    @Override
    public String toString() {
      return name;
    }
  }

  static Stream<Mutation> mutations() {
    return Stream.of(
        new Mutation("no if match", LedgerMutations::noIfMatch),
        new Mutation("no token", LedgerMutations::noToken),
        new Mutation("old document over newer", LedgerMutations::oldDocumentOverNewer, 7),
        new Mutation("failures forgotten", LedgerMutations::failuresForgotten),
        new Mutation("hole closed after the handler", LedgerMutations::holeClosedAfterTheHandler),
        new Mutation(
            "hole closed after the handler, in groups",
            () -> LedgerMutations.holeClosedAfterTheHandler().inGroups()),
        new Mutation(
            "group over the record, not on it",
            () -> LedgerMutations.oldDocumentOverNewer().inGroups()),
        new Mutation("state apart from the cursor", LedgerMutations::stateApartFromTheCursor),
        new Mutation(
            "release before the group", LedgerMutations::releaseBeforeTheGroupIsCommitted, 3),
        new Mutation("group without a bound", LedgerMutations::groupWithoutABound, 2),
        new Mutation("cold cursor lowered", ColdMutations::coldCursorLowered),
        new Mutation(
            "cursor leaves before its document", ColdMutations::cursorLeavesBeforeItsDocument),
        new Mutation("no cursor from the record alone", ColdMutations::noCursorFromTheRecordAlone),
        new Mutation("cold documents read once", ColdMutations::coldDocumentsReadOnce),
        new Mutation("cold streams not counted", ColdMutations::coldStreamsNotCounted),
        new Mutation("no started", SuspectMutations::noStarted),
        new Mutation("claim does not clear started", SuspectMutations::claimDoesNotClearStarted, 2),
        new Mutation("every takeover counts", SuspectMutations::everyTakeoverCounts),
        new Mutation("no takeover counts", SuspectMutations::noTakeoverCounts, 16),
        new Mutation("one suspect a session", SuspectMutations::oneSuspectASession, 40),
        new Mutation(
            "one suspect a stream, in groups",
            () -> SuspectMutations.oneSuspectAStream().inGroups(),
            7),
        new Mutation("release clears started", SuspectMutations::releaseClearsStarted, 10),
        new Mutation("in doubt runs again", SuspectMutations::inDoubtRunsAgain),
        new Mutation("suspects do not run alone", SuspectMutations::suspectsDoNotRunAlone, 201),
        new Mutation("broken call has ended", SuspectMutations::brokenCallHasEnded),
        new Mutation("no reclaim of own orphan", StandingMutations::noReclaimOfOwnOrphan, 229),
        new Mutation("working without an expiry: no takeover", StandingMutations::noTakeover),
        new Mutation(
            "claim a message: claims do not exclude", StandingMutations::claimsDoNotExclude),
        new Mutation("no self fencing", StandingMutations::noSelfFencing),
        new Mutation("claims not served", StandingMutations::claimsNotServed),
        new Mutation("no supervision", StandingMutations::noSupervision, 2),
        new Mutation("failed reads count", StandingMutations::failedReadsCount, 261),
        new Mutation(
            "same instance id after self fencing",
            StandingMutations::sameInstanceIdAfterSelfFencing),
        new Mutation("conclude from a reread", WorkerMutations::concludeFromAReread, 26),
        new Mutation("own write not recognised", WorkerMutations::ownWriteNotRecognised, 5),
        new Mutation("every failure is a 409", WorkerMutations::everyFailureIsAConflict),
        new Mutation("claim for a gap", WorkerMutations::claimForAGap),
        new Mutation("unknown is written", WorkerMutations::unknownIsWritten),
        new Mutation("failed message is passed over", WorkerMutations::failedMessageIsPassedOver),
        new Mutation("no sequence", WorkerMutations::noSequence),
        new Mutation("no reorder window", WorkerMutations::noReorderWindow),
        new Mutation("settle before commit", WorkerMutations::settleBeforeCommit),
        new Mutation(
            "settle before commit, in groups",
            () -> WorkerMutations.settleBeforeCommit().inGroups()),
        new Mutation("wait then complete anyway", WorkerMutations::waitThenCompleteAnyway),
        new Mutation("no release after a lost lock", WorkerMutations::noReleaseAfterALostLock, 22),
        new Mutation("skip in one phase", GapMutations::skipInOnePhase),
        new Mutation("skip beyond the lowest held", GapMutations::skipBeyondTheLowestHeld),
        new Mutation(
            "claim keeps its region's report", GapMutations::claimKeepsItsRegionsReport, 6),
        new Mutation("full window is a proof", GapMutations::fullWindowIsAProof, 2),
        new Mutation("expire while running", GapMutations::expireWhileRunning, 318),
        new Mutation(
            "straggler of a skip is completed", GapMutations::stragglerOfASkipIsCompleted, 15),
        new Mutation("409 on a message record is its end", MessageMutations::conflictIsDone),
        new Mutation("message without if match", MessageMutations::messageWithoutIfMatch, 5),
        new Mutation("tries forgotten", MessageMutations::triesForgotten, 4),
        new Mutation("unknown message is written", MessageMutations::unknownMessageIsWritten, 4),
        new Mutation("settle before its record ends", MessageMutations::settleBeforeItsRecordEnds),
        new Mutation(
            "foreign without the session's claim",
            MessageMutations::foreignWithoutTheSessionsClaim),
        new Mutation("state apart from the note", MessageMutations::stateApartFromTheNote),
        new Mutation(
            "ranges leave before their page", MessageMutations::rangesLeaveBeforeTheirPage),
        new Mutation("overflow reads as done", MessageMutations::overflowReadsAsDone),
        new Mutation("later tokens are not seen", MessageMutations::laterTokensAreNotSeen, 628),
        new Mutation("dead letters are completed", GapMutations::deadLettersAreCompleted),
        new Mutation(
            "dead worker's call is forgotten", WorkerMutations::deadWorkersCallIsForgotten, 44),
        new Mutation("retry under the same token", WorkerMutations::cancelledIsReturned),
        new Mutation("evicted is free", GapMutations::evictedIsFree, 44),
        new Mutation(
            "journal forgets what was given", SenderMutations::journalForgetsWhatWasGiven, 13),
        new Mutation(
            "passed over before it is noted", SenderMutations::passedOverBeforeItIsNoted, 120),
        new Mutation("new number on a retry", SenderMutations::newNumberOnARetry),
        new Mutation(
            "predecessor is the number before", SenderMutations::predecessorIsTheNumberBefore));
  }

  @ParameterizedTest
  @MethodSource("mutations")
  void everyMutationIsFound(Mutation mutation) {
    Optional<SimulationResult> found =
        LongStream.concat(LongStream.of(mutation.found()), LongStream.rangeClosed(1, SEEDS))
            .mapToObj(seed -> new Simulation(mutation.wiring().get()).runOnce(seed))
            .filter(result -> result.failure().isPresent())
            .findFirst();

    assertThat(found).as("%s survives %d histories", mutation, SEEDS).isPresent();
    found.ifPresent(
        result ->
            System.out.printf(
                "%-40s seed %3d: %s%n",
                mutation, result.seed(), result.failure().map(Throwable::getMessage).orElse("")));
  }
}
