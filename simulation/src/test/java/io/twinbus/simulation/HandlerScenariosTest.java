package io.twinbus.simulation;

import static io.twinbus.simulation.Stage.EAST;
import static io.twinbus.simulation.Stage.WEST;
import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.ledger.EndState;
import io.twinbus.ledger.SessionRecord;
import io.twinbus.ledger.SessionStatus;
import io.twinbus.ledger.rules.InDoubt;
import io.twinbus.receiver.FailureKind;
import io.twinbus.receiver.session.FlowSettings.OnPoison;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Named histories about handlers that are down: no healthy message ends in any of them. */
class HandlerScenariosTest {

  @Test
  void theSessionsOfARegionWhoseHandlerTakesConnectionsAndFailsGoOnInTheOther() {
    theSessionsOfARegionWhoseHandlerIsDownGoOnInTheOther(FailureKind.AMBIGUOUS, InDoubt.BLOCK);
  }

  @ParameterizedTest
  @CsvSource({
    "AMBIGUOUS, RERUN",
    "UNREACHED, RERUN",
    "UNREACHED, BLOCK",
    "AWAY, RERUN",
    "AWAY, BLOCK",
    "END_UNKNOWN, RERUN"
  })
  void theSessionsOfARegionWhoseHandlerIsDownGoOnInTheOther(FailureKind kind, InDoubt inDoubt) {
    OutageStage stage =
        new OutageStage(inDoubt).receivers().steady(8, 120, 4).down(20, 110, kind, EAST);

    stage.stage.runUntil(75);
    List<SentMessage> late =
        stage.open().filter(message -> message.position().seq() <= 10).toList();
    boolean isAway = stage.isAway(EAST);
    stage.stage.drain();

    assertThat(late).isEmpty(); // all that was sent by 38 s
    assertThat(isAway).isTrue();
    assertThat(stage.ended(EndState.DONE)).hasSameSizeAs(stage.messages());
  }

  @Test
  void anOutageOfBothRegionsCountsNothing() {
    anOutageOfBothRegionsCountsNothingAndEndsNothing(FailureKind.AMBIGUOUS, InDoubt.RERUN);
  }

  @ParameterizedTest
  @CsvSource({
    "AMBIGUOUS, BLOCK",
    "UNREACHED, RERUN",
    "UNREACHED, BLOCK",
    "AWAY, RERUN",
    "THROTTLED, RERUN",
    "END_UNKNOWN, RERUN"
  })
  void anOutageOfBothRegionsCountsNothingAndEndsNothing(FailureKind kind, InDoubt inDoubt) {
    OutageStage stage =
        new OutageStage(inDoubt).receivers().steady(8, 40, 4).down(20, 200, kind, EAST, WEST);

    stage.stage.runUntil(199);
    List<Integer> counted =
        stage.messages().stream().map(message -> proven(stage, message)).toList();
    stage.stage.runUntil(245);
    List<SentMessage> open = stage.open().toList();
    long failed =
        stage.messages().stream()
            .flatMap(message -> message.starts.stream())
            .filter(run -> run.failure != null)
            .count();
    stage.stage.drain();

    assertThat(kind == FailureKind.THROTTLED || failed < 130).as("%d failed", failed).isTrue();
    assertThat(counted).containsOnly(0);
    assertThat(open).isEmpty();
    assertThat(stage.ended(EndState.DONE)).hasSameSizeAs(stage.messages());
  }

  @Test
  void ofARefusalOfEverythingTwoMessagesAReceiverAreBelieved() {
    OutageStage stage =
        new OutageStage(InDoubt.RERUN)
            .receivers()
            .steady(8, 40, 4)
            .down(20, 140, FailureKind.JUDGED, EAST, WEST);

    stage.stage.drain();

    assertThat(stage.ended(EndState.DEAD)).hasSizeBetween(1, 4);
    assertThat(stage.ended(EndState.DONE).size() + stage.ended(EndState.DEAD).size())
        .isEqualTo(stage.messages().size());
  }

  @Test
  void callsUnderWayWhenARefusalOfEverythingBeginsMakeNoMoreOfItBelieved() {
    OutageStage stage =
        new OutageStage(InDoubt.RERUN)
            .receivers()
            .steady(16, 60, 2)
            .down(30, 140, FailureKind.JUDGED, EAST, WEST);
    HandlerTemper halfOfThemSlow = new HandlerTemper(50, 0, 0, 0, 0);
    stage.stage.at(15, () -> stage.world.handlers().temper(halfOfThemSlow));

    stage.stage.runUntil(140);
    List<SentMessage> dead = stage.ended(EndState.DEAD);

    assertThat(dead).hasSizeBetween(1, 4);
  }

  @Test
  void aSessionAloneAtWorkForAMomentIsNotBelievedAThirdTime() {
    OutageStage stage = new OutageStage(InDoubt.RERUN).receivers(EAST);
    stage.down(0, 30, FailureKind.JUDGED, EAST);
    stage.sends(1, 0, EAST);
    for (int i = 0; i < 5; i++) {
      stage.sends(3, 1, EAST);
    }

    stage.stage.runUntil(30);
    int dead = stage.ended(EndState.DEAD).size();
    stage.stage.drain();

    assertThat(dead).isEqualTo(2);
    assertThat(stage.ended(EndState.DONE)).hasSize(4);
  }

  @ParameterizedTest
  @EnumSource(InDoubt.class)
  void aHandlerThatComesAndGoesEndsNothing(InDoubt inDoubt) {
    OutageStage stage = new OutageStage(inDoubt).receivers().steady(6, 120, 4);
    for (int from = 10; from < 120; from += 6) {
      stage.down(from, from + 3, FailureKind.AMBIGUOUS, EAST, WEST);
    }

    stage.stage.drain();

    assertThat(stage.ended(EndState.DONE)).hasSameSizeAs(stage.messages());
  }

  @Test
  void aMessageThatTakesItsEndpointDownForAllEndsAlone() {
    aMessageThatTakesItsEndpointDownForAllEndsAlone(InDoubt.RERUN, OnPoison.DEAD_LETTER);
  }

  @ParameterizedTest
  @Tag("long")
  @CsvSource({"RERUN, BLOCK", "BLOCK, DEAD_LETTER"})
  void aMessageThatTakesItsEndpointDownForAllEndsAlone(InDoubt inDoubt, OnPoison onPoison) {
    OutageStage stage = new OutageStage(inDoubt, onPoison).receivers();
    SentMessage poison = stage.sends(0.5, 0);
    poison.fails = FailureKind.AMBIGUOUS;
    poison.takesDown = Duration.ofSeconds(7);
    for (double at = 1; at < 800; at += 10) {
      for (int session = 1; session < 6; session++) {
        stage.sends(at + session, session);
      }
    }

    stage.stage.runUntil(1_100);

    assertThat(hasEnded(stage, poison, onPoison)).isTrue();
    assertThat(stage.open()).containsExactly(poison);
  }

  @Test
  void threePoisonSessionsStopNobody() {
    threePoisonSessionsBesideThinTrafficEndAndStopNobody(InDoubt.RERUN);
  }

  @ParameterizedTest
  @EnumSource(value = InDoubt.class, names = "BLOCK")
  void threePoisonSessionsBesideThinTrafficEndAndStopNobody(InDoubt inDoubt) {
    OutageStage stage = new OutageStage(inDoubt).receivers();
    List<SentMessage> poison =
        IntStream.range(0, 3).mapToObj(session -> stage.sends(1, session * 2)).toList();
    poison.forEach(message -> message.fails = FailureKind.AMBIGUOUS);
    for (int at = 5; at < 900; at += 20) {
      stage.sends(at, 6);
      stage.sends(at + 1, 7);
    }

    stage.stage.runUntil(1_200);

    assertThat(stage.stage.count("s with a handler away")).isLessThan(70);
    assertThat(stage.ended(EndState.DEAD)).containsExactlyInAnyOrderElementsOf(poison);
    assertThat(stage.open()).containsExactlyInAnyOrderElementsOf(poison);
  }

  @ParameterizedTest
  @EnumSource(InDoubt.class)
  void anOutageAndAPoisonMessageAtOnceEndThePoisonMessageAlone(InDoubt inDoubt) {
    OutageStage stage =
        new OutageStage(inDoubt)
            .receivers()
            .steady(6, 400, 5)
            .down(20, 140, FailureKind.AMBIGUOUS, EAST, WEST);
    SentMessage poison = stage.sends(2, 10);
    poison.fails = FailureKind.AMBIGUOUS;

    stage.stage.runUntil(900);

    assertThat(stage.endOf(poison)).contains(EndState.DEAD);
    assertThat(stage.open()).containsExactly(poison);
  }

  @Test
  void aPoisonMessageIsCountedWhereAllOtherTrafficIsAtAnotherInstanceOfTheRegion() {
    OutageStage stage = new OutageStage(InDoubt.RERUN);
    stage.world.giveUpAfter(Duration.ofHours(10));
    stage.world.start(EAST, 1);
    SentMessage poison = stage.sends(1, 0, EAST);
    poison.fails = FailureKind.AMBIGUOUS;
    stage.stage.at(4, () -> stage.world.start(EAST, 20));
    for (int at = 6; at < 300; at += 2) {
      stage.sends(at, 1 + at % 5, EAST);
    }

    stage.stage.runUntil(300);
    stage.stage.drain();

    assertThat(poison.starts)
        .extracting(run -> run.worker.process())
        .containsOnly(stage.world.processes().get(0));
    assertThat(stage.ended(EndState.DEAD)).containsExactly(poison);
  }

  @Test
  void anAwayInstanceKeepsNoClaimBeyondTheReleaseAndGoesOnDroppingCoveredCopies() {
    OutageStage stage =
        new OutageStage(InDoubt.RERUN)
            .receivers()
            .steady(20, 60, 4)
            .down(20, 200, FailureKind.AMBIGUOUS, EAST);

    stage.stage.runUntil(45);
    long claims = stage.claimsIn(EAST);
    stage.stage.runUntil(79); // the last message was handled in the west at 74 s
    boolean isAway = stage.isAway(EAST);
    int copies = stage.world.broker(EAST).backlog();
    stage.stage.drain();

    assertThat(claims).isLessThanOrEqualTo(1); // that of a probe
    assertThat(isAway).isTrue();
    assertThat(copies).isZero();
  }

  @Test
  void afterAnOutageCallsBeginOneByOneAndNotInAHerd() {
    OutageStage stage = new OutageStage(InDoubt.RERUN).receivers(EAST);
    for (int session = 0; session < 60; session++) {
      stage.sends(1 + session * 0.1, session, EAST);
    }
    stage.down(0, 40, FailureKind.AMBIGUOUS, EAST);
    stage.stage.runUntil(39);
    stage.world.handlers().temper(new HandlerTemper(100, 0, 0, 0, 0)); // each call takes seconds
    stage.stage.runUntil(40);
    long most = 0;
    while (stage.isAway(EAST)) {
      stage.stage.runUntil(seconds(stage) + 0.1);
    }
    double back = seconds(stage);
    while (seconds(stage) < back + 2.5) {
      stage.stage.runUntil(seconds(stage) + 0.1);
      most = Math.max(most, stage.world.handlers().running(EAST));
    }
    stage.world.handlers().temper(HandlerTemper.GOOD);
    stage.stage.drain();

    assertThat(most).isBetween(1L, 6L);
  }

  @Test
  void probesTakeAnotherSessionEachTimeSoAPoisonMessageKeepsNoHandlerAway() {
    OutageStage stage = new OutageStage(InDoubt.RERUN).receivers(EAST);
    SentMessage poison = stage.sends(1, 0, EAST);
    poison.fails = FailureKind.AMBIGUOUS;
    List<SentMessage> healthy =
        IntStream.range(1, 5).mapToObj(session -> stage.sends(20, session, EAST)).toList();
    stage.down(15, 60, FailureKind.AMBIGUOUS, EAST);

    stage.stage.runUntil(105);

    assertThat(healthy).allMatch(message -> message.completed);
  }

  @Test
  void aHandlerThatAnswers404ToOneMessageGoesAwayOnceAtMostAndTheMessageEnds() {
    for (FailureKind kind : List.of(FailureKind.AWAY, FailureKind.END_UNKNOWN)) {
      OutageStage stage = new OutageStage(InDoubt.RERUN).receivers().steady(4, 900, 10);
      SentMessage poison = stage.sends(2, 10);
      poison.fails = kind;

      stage.stage.runUntil(1_000);

      assertThat(stage.endOf(poison)).contains(EndState.DEAD);
      assertThat(stage.open()).containsExactly(poison);
      assertThat(stage.stage.count("s with a handler away")).isLessThan(60);
    }
  }

  @Test
  void aLonePoisonMessageEndsAfterGiveUpAfterAndNotBefore() {
    OutageStage stage = new OutageStage(InDoubt.RERUN).receivers(EAST);
    SentMessage poison = stage.sends(1, 0, EAST);
    poison.fails = FailureKind.AMBIGUOUS;

    stage.stage.runUntil(890);
    boolean isEarly = stage.endOf(poison).isPresent();
    stage.stage.runUntil(1_000);

    assertThat(isEarly).isFalse();
    assertThat(stage.endOf(poison)).contains(EndState.DEAD);
  }

  @Test
  void aMessageThatLosesItsLinkEachTimeIsCountedFromTheThirdTimeOnAndEndsWhenItsTimeIsUp() {
    OutageStage stage = new OutageStage(InDoubt.RERUN).receivers(EAST);
    stage.world.giveUpAfter(Duration.ofMinutes(1));
    SentMessage killer = stage.sends(1, 0, EAST);
    killer.losesLinks = Integer.MAX_VALUE;
    SentMessage next = stage.sends(1, 0, EAST);

    stage.stage.runUntil(50);
    boolean isEarly = stage.endOf(killer).isPresent();
    stage.stage.runUntil(240);

    assertThat(isEarly).isFalse();
    assertThat(stage.endOf(killer)).contains(EndState.DEAD);
    assertThat(killer.starts).hasSizeGreaterThanOrEqualTo(12);
    assertThat(next.completed).isTrue();
  }

  @Test
  void aMessageThatLosesItsLinkTwiceIsHeldAgainstNothing() {
    OutageStage stage = new OutageStage(InDoubt.RERUN).receivers(EAST);
    SentMessage message = stage.sends(1, 0, EAST);
    message.losesLinks = 2;

    stage.stage.drain();

    assertThat(message.starts).extracting(run -> run.invocation.attempt()).containsExactly(1, 1, 1);
    assertThat(stage.endOf(message)).contains(EndState.DONE);
  }

  private static double seconds(OutageStage stage) {
    return stage.world.ground().timeline().now().toMillis() / 1_000.0;
  }

  private static int proven(OutageStage stage, SentMessage message) {
    SessionRecord record = stage.world.sessions().current(message.session);
    return record == null
        ? 0
        : record
            .progress()
            .suspect(message.position().stream(), message.position().seq())
            .map(suspect -> suspect.failed().proven())
            .orElse(0);
  }

  private static boolean hasEnded(OutageStage stage, SentMessage message, OnPoison onPoison) {
    if (onPoison == OnPoison.BLOCK) {
      SessionRecord record = stage.world.sessions().current(message.session);
      return record != null && record.status() == SessionStatus.BLOCKED;
    }
    return stage.endOf(message).filter(EndState.DEAD::equals).isPresent();
  }
}
