package io.twinbus.simulation;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Each scenario of docs/reliability.md's histories notices the bug that it is about: it passes as
 * it is, and fails where that bug is put in. History 13 has no row: its bug would be an entity with
 * duplicate detection, which the simulated regions do not have; the history ends where a receiver
 * refuses to start, and no core runs that could be wired otherwise. Of the last histories some are
 * played in the modules whose they are: 36 and 38 in the sender, 37 in the receiver.
 */
class ScenariosCanFailTest {

  record Row(int history, Class<?> scenarios, String scenario, Supplier<Wiring> bug) {
    @Override
    public String toString() {
      return history + " " + scenario;
    }
  }

  static Stream<Row> rows() {
    Class<?> doubt = InDoubtScenariosTest.class;
    Class<?> gap = GapScenariosTest.class;
    Class<?> order = OrderScenariosTest.class;
    Class<?> owner = OwnershipScenariosTest.class;
    Class<?> sending = SendingScenariosTest.class;
    Class<?> suspect = SuspectScenariosTest.class;
    Class<?> time = TimeScenariosTest.class;
    return Stream.of(
        new Row(
            1,
            owner,
            "aClaimIsReleasedAfterTheBrokerLockIsLostInALivingProcess",
            WorkerMutations::noReleaseAfterALostLock),
        new Row(
            2,
            owner,
            "aClaimIsReleasedAfterItsWorkerDiedInALivingProcess",
            StandingMutations::orphansAreLeft),
        new Row(
            3,
            owner,
            "aClaimWhoseReplyIsLostIsFoundThoughAnOperatorWroteBeside",
            WorkerMutations::ownWriteNotRecognised),
        new Row(
            4,
            owner,
            "aClaimThatLandsAfterItsInstanceHasFencedItselfIsTakenOver",
            StandingMutations::sameInstanceIdAfterSelfFencing),
        new Row(
            5,
            order,
            "nobodyClaimsForAGapSoTheRegionWithTheMissingMessageComesIn",
            WorkerMutations::claimForAGap),
        new Row(
            6,
            gap,
            "whatArrivesAfterBothRegionsReportedItMissingIsNotSkipped",
            GapMutations::skipInOnePhase),
        new Row(
            7,
            owner,
            "aCallThatOutlastsItsAttemptTakesNoEffectAfterTheNextOne",
            WorkerMutations::cancelledIsReturned),
        new Row(
            8,
            owner,
            "aWorkerReleasesOnlyWhenItsCancelledHandlerHasReturnedOrItsPatienceEnds",
            WorkerMutations::noReleaseAfterALostLock),
        new Row(
            9, suspect, "whatNeverRanIsNotCondemned", SuspectMutations::claimDoesNotClearStarted),
        new Row(
            10,
            order,
            "aMessageThatRanIsNotFollowedByItsStragglerAfterACrash",
            LedgerMutations::holeClosedAfterTheHandler),
        new Row(
            11,
            time,
            "aPredecessorThatIsNotLongPastIsWaitedForWithoutARecord",
            WorkerMutations::noSequence),
        new Row(
            12,
            sending,
            "anExplicitNumberIsNeverPassedOverUnlessItIsAbandoned",
            SenderMutations::explicitNumbersArePassedOver),
        new Row(
            14,
            gap,
            "aGapInEachOfTwoStreamsIsNotTheSameGapInBothRegions",
            GapMutations::skipInOnePhase),
        new Row(
            15,
            time,
            "afterItsRecordWasPurgedASessionGoesOnWhereItsPredecessorIsLongPast",
            TimeMutations::nothingIsLongPast),
        new Row(
            42,
            LaterScenariosTest.class,
            "whatComesBehindAMessageForLaterWaitsForItInBothRegions",
            TimeMutations::everyMessageMayRunAtOnce),
        new Row(
            16,
            order,
            "theMissingMessageIsFoundBehindAFullWindow",
            WorkerMutations::noReorderWindow),
        new Row(
            16,
            order,
            "whatOnlyTheOtherRegionMissesIsFoundBehindAFullWindow",
            GapMutations::fullWindowIsAProof),
        new Row(
            17,
            suspect,
            "aMessageThatKillsIsCountedThoughAnotherStreamMovesOn",
            SuspectMutations::noTakeoverCounts),
        new Row(
            18,
            suspect,
            "theSessionsOfADeadRegionGoOnTogether",
            SuspectMutations::everyTakeoverCounts),
        new Row(
            19,
            suspect,
            "whatIsDeadStaysDeadThoughTheReceiverDiesBeforeItSettlesTheCopy",
            GapMutations::deadLettersAreCompleted),
        new Row(20, doubt, "aCancelledCallIsNotRepeated", SuspectMutations::inDoubtRunsAgain),
        new Row(
            21,
            order,
            "anOperatorsSkipStandsThoughTheHandlerOfTheMessageEndsLater",
            LedgerMutations::oldDocumentOverNewer),
        new Row(22, owner, "aLedgerOutageCountsNoAttempt", StandingMutations::failedReadsCount),
        new Row(
            23,
            owner,
            "theOtherRegionGoesOnWhenTheOwnersBrokerIsGoneForGood",
            WorkerMutations::noReleaseAfterALostLock),
        new Row(
            24,
            sending,
            "oneRefusedMessageOfABatchHoldsNoOtherUp",
            SenderMutations::refusedBatchIsNotSplit),
        new Row(
            25,
            owner,
            "aClaimWithOnlyCoveredMessagesLeftIsReleasedWhenItsWorkerDies",
            StandingMutations::noSupervision),
        new Row(
            26,
            suspect,
            "twoMessagesOfOneSessionThatKillAreBothCountedOut",
            SuspectMutations::noTakeoverCounts),
        new Row(
            27,
            gap,
            "aRegionWhoseReportStandsSkipsThoughTheOneThatReportedFirstIsGoneForGood",
            GapMutations::gapsAreNotReported),
        new Row(
            28,
            gap,
            "aSkipGoesNoFurtherThanTheLowestThatAnyRegionHolds",
            GapMutations::skipBeyondTheLowestHeld),
        new Row(
            29,
            order,
            "aClaimTakesBackEveryReportOfTheGapThatItEnds",
            GapMutations::claimKeepsItsRegionsReport),
        new Row(
            30,
            doubt,
            "theOtherRegionDoesNotRepeatWhatADeadWorkerStarted",
            SuspectMutations::releaseClearsStarted),
        new Row(
            31,
            time,
            "whereARecordHasACursorAnOldPredecessorIsWaitedFor",
            TimeMutations::longPastHasEndedWhateverTheCursorSays),
        new Row(
            32,
            order,
            "anOwnerKeptBusyByOneStreamGivesWayToAnothersGap",
            GapMutations::gapsAreNotReported),
        new Row(
            33,
            owner,
            "anotherInstanceGoesOnAfterAWorkerDiedInItsNeighbour",
            StandingMutations::noSupervision),
        new Row(
            34,
            suspect,
            "aMessageThatKillsIsCountedThoughTheOtherRegionEndsTheDeadClaimForAGap",
            GapMutations::evictedIsFree),
        new Row(
            35,
            suspect,
            "aMessageThatKillsItsWorkerEachTimeIsGivenUpAfterTheLastAttempt",
            WorkerMutations::deadWorkersCallIsForgotten),
        new Row(
            35,
            suspect,
            "whatKilledItsWorkerIsHeldAgainstItThoughATakeoverStartsAnEarlierMessageOfItsGroup",
            SuspectMutations::oneSuspectAStream),
        new Row(
            39,
            owner,
            "aZombieTakesNoForeignMessageThatTheNextOwnerIsAt",
            MessageMutations::laterTokensAreNotSeen),
        new Row(
            40,
            owner,
            "aForeignCallThatOutlastsItsClaimIsCountedThoughItsWorkerHasNotHeardOfItsReleaseYet",
            MessageMutations::triesForgotten),
        new Row(
            41,
            order,
            "anOperatorPassesOverAGapOnlyWhereNobodyWhoLivesHoldsTheClaim",
            GapMutations::gapIsPassedOverBesideALivingOwner));
  }

  @ParameterizedTest
  @MethodSource("rows")
  void eachFailsWithTheBugThatItIsAboutAndPassesWithoutIt(Row row) throws Exception {
    ThrowingCallable scenario = scenario(row);

    assertThatCode(scenario).doesNotThrowAnyException();
    assertThatThrownBy(() -> Stage.under(row.bug(), scenario::call)).as("%s", row).isNotNull();
  }

  private static ThrowingCallable scenario(Row row) throws NoSuchMethodException {
    Method method = row.scenarios().getDeclaredMethod(row.scenario());
    method.setAccessible(true);
    Constructor<?> constructor = row.scenarios().getDeclaredConstructor();
    constructor.setAccessible(true);
    return () -> {
      Object scenarios = constructor.newInstance();
      try {
        method.invoke(scenarios);
      } catch (InvocationTargetException e) {
        throw e.getCause();
      }
    };
  }
}
