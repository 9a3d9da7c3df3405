package io.twinbus.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Named histories find every bug that is put into what becomes of handlers that are down. */
@Tag("long")
class HandlerMutationsTest {

  record Bug(String name, String path, String right, String wrong, String scenario) {
    @Override
    public String toString() {
      return name;
    }
  }

  static Stream<Bug> bugs() {
    return Stream.of(
        new Bug(
            "a probe always takes the same session",
            "health/CallTurns",
            "Comparator.comparing(session -> probed.getOrDefault(session, never))",
            "Comparator.comparing(session -> session.value() + never.since(never))",
            "probesTakeAnotherSessionEachTimeSoAPoisonMessageKeepsNoHandlerAway"),
        new Bug(
            "failures count without evidence",
            "health/CallHistory",
            "since != null && otherEndedWellAfter(session, since);",
            "since != null;",
            "anOutageOfBothRegionsCountsNothing"),
        new Bug(
            "a disproved witness testifies again",
            "health/Witnesses",
            "if (!disproved.contains(session)) {",
            "if (disproved.size() >= 0) {",
            "threePoisonSessionsStopNobody"),
        new Bug(
            "an instance whose handler is away keeps its claims",
            "health/HandlerHealth",
            "Optional.of(since.plus(settings.awayRelease()))",
            "Optional.of(since.plus(settings.awayRelease().multipliedBy(1_000)))",
            "anAwayInstanceKeepsNoClaimBeyondTheReleaseAndGoesOnDroppingCoveredCopies"),
        new Bug(
            "an instance whose handler is away stops dropping covered copies",
            "session/worker/UnclaimedSteps",
            "} else if (state.view.isStale(now.monotonic())) {",
            "} else if (state.view.isStale(now.monotonic()) && !state.handler.isAway()) {",
            "anAwayInstanceKeepsNoClaimBeyondTheReleaseAndGoesOnDroppingCoveredCopies"),
        new Bug(
            "a token and attempt are given twice",
            "session/worker/CallSteps",
            "int attempt = state.progress().attempts(position.stream(), position.seq()) + 1;",
            "int attempt = state.progress().suspect(position.stream(), position.seq())"
                + ".map(io.twinbus.ledger.Suspect::counted).orElse(0) + 1;",
            "anOutageOfBothRegionsCountsNothing"),
        new Bug(
            "a herd at UP",
            "health/SpeedLimit",
            "return isLimited ? 1 << steps : Integer.MAX_VALUE;",
            "return Integer.MAX_VALUE;",
            "afterAnOutageCallsBeginOneByOneAndNotInAHerd"),
        new Bug(
            "a handler that is away is called on",
            "health/HandlerHealth",
            "    if (state != State.AWAY) {\n      int most",
            "    if (state != null) {\n      int most",
            "anOutageOfBothRegionsCountsNothing"),
        new Bug(
            "what other instances tell is no evidence",
            "runtime/EvidenceReads",
            "health.seeksEvidence(now)",
            "!health.seeksEvidence(now)",
            "aPoisonMessageIsCountedWhereAllOtherTrafficIsAtAnotherInstanceOfTheRegion"),
        new Bug(
            "a call that is lost with its link never counts",
            "session/state/SessionWrites",
            "from.marked(), state.lostWithItsLink(), state.answeredGaps(now)",
            "from.marked(), java.util.Optional.empty(), state.answeredGaps(now)",
            "aMessageThatLosesItsLinkEachTimeIsCountedFromTheThirdTimeOnAndEndsWhenItsTimeIsUp"),
        new Bug(
            "a call that was under way at the first refusal is evidence against it",
            "health/RefusalWatch",
            "if (first == null || !first.isAtOrAfter(begun)) {",
            "if (begun != null) {",
            "callsUnderWayWhenARefusalOfEverythingBeginsMakeNoMoreOfItBelieved"),
        new Bug(
            "a session that is alone at work for a moment is believed each time",
            "health/HandlerHealth",
            "history.isLone(session, now) && turns.working()",
            "turns.working()",
            "aSessionAloneAtWorkForAMomentIsNotBelievedAThirdTime"),
        new Bug(
            "a connection alone brings the handler back",
            "health/HandlerHealth",
            "    probes.connected(stood);\n",
            "    probes.connected(stood);\n    if (stood) {\n      comeBack(now);\n    }\n",
            "theSessionsOfARegionWhoseHandlerTakesConnectionsAndFailsGoOnInTheOther"));
  }

  @ParameterizedTest
  @MethodSource("bugs")
  void everyBugIsFound(Bug bug) throws Exception {
    Optional<String> found =
        MutatedShell.played(
            bug.path(), bug.right(), bug.wrong(), HandlerScenariosTest.class, bug.scenario());

    assertThat(found).as("%s: %s passes", bug, bug.scenario()).isPresent();
  }
}
