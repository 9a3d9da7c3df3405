package io.twinbus.simulation;

import static io.twinbus.simulation.Stage.EAST;
import static io.twinbus.simulation.Stage.P;
import static io.twinbus.simulation.Stage.Q;
import static io.twinbus.simulation.Stage.SESSION;
import static io.twinbus.simulation.Stage.WEST;
import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.ledger.EndState;
import io.twinbus.ledger.SessionStatus;
import org.junit.jupiter.api.Test;

/** Named histories about gaps, holes, duplicates and operators. */
class OrderScenariosTest {

  private final Stage stage = new Stage();
  private final ReceiverProcess east = stage.receiver(EAST);
  private final ReceiverProcess west = stage.receiver(WEST);

  @Test
  void nobodyClaimsForAGapSoTheRegionWithTheMissingMessageComesIn() {
    SentMessage first = stage.message(1, 0);
    SentMessage second = stage.message(2, 1);
    SentMessage third = stage.message(3, 2);
    stage.arrives(1, EAST, second, third);
    stage.arrives(20, WEST, first);

    stage.drain();

    assertThat(stage.claims()).isEqualTo(2);
  }

  @Test
  void aMessageThatRanIsNotFollowedByItsStragglerAfterACrash() {
    SentMessage first = stage.message(1, 0);
    SentMessage second = stage.refused(2, 1);
    SentMessage third = stage.message(3, 1);
    stage.arrives(1, EAST, first, third);
    stage.arrives(16, WEST, first, second, third);
    stage.when(() -> !third.starts.isEmpty() && third.starts.get(0).effective, east::kill);
    stage.at(60, () -> stage.receiver(EAST));

    stage.drain();

    assertThat(second.starts).isEmpty();
    assertThat(third.starts).hasSize(2);
    assertThat(stage.endOf(P, 2).state()).isEqualTo(EndState.HOLE);
  }

  @Test
  void anExpiredMessageClosesTheHoleThatItPassesOver() {
    SentMessage first = stage.message(1, 0);
    SentMessage second = stage.refused(2, 1);
    SentMessage third = stage.expiring(3, 1, -60);
    stage.arrives(1, EAST, first, third);
    stage.arrives(10, WEST, second);

    stage.drain();

    assertThat(stage.endOf(P, 2).state()).isEqualTo(EndState.HOLE);
    assertThat(stage.endOf(P, 3).state()).isEqualTo(EndState.DEAD);
    assertThat(second.starts).isEmpty();
  }

  @Test
  void theMissingMessageIsFoundBehindAFullWindow() {
    stage.arrives(1, EAST, manyWithoutTheFirst(30));
    stage.arrives(2, EAST, stage.message(1, 0));

    stage.drain();

    assertThat(stage.cursor(P)).isEqualTo(30);
    assertThat(stage.count("fact GapReported")).isZero();
  }

  @Test
  void theMissingMessageIsFoundBehindAHalfFullWindow() {
    SentMessage first = stage.message(1, 0);
    stage.arrives(1, WEST, first);
    stage.arrives(10, EAST, stage.message(3, 2), stage.message(4, 3), stage.message(5, 4));
    stage.arrives(10.1, EAST, stage.message(6, 5), stage.message(7, 6), stage.message(8, 7));
    stage.arrives(10.2, EAST, first, first);
    stage.arrives(10.5, EAST, stage.message(2, 1));
    stage.at(2, () -> east.pause(false));
    stage.at(11, east::resume);

    stage.drain();

    assertThat(stage.cursor(P)).isEqualTo(8);
  }

  @Test
  void whatOnlyTheOtherRegionMissesIsFoundBehindAFullWindow() {
    for (int seq = 2; seq <= 20; seq++) {
      stage.arrives(1 + seq * 0.01, EAST, stage.message(Q, seq, seq - 1));
      stage.arrives(1 + seq * 0.01, WEST, stage.message(P, seq, seq - 1));
    }
    stage.arrives(2, EAST, stage.message(P, 1, 0));
    stage.arrives(2, WEST, stage.message(Q, 1, 0));

    stage.drain();

    assertThat(stage.cursor(P)).isEqualTo(20);
    assertThat(stage.cursor(Q)).isEqualTo(20);
  }

  @Test
  void anOperatorsSkipStandsThoughTheHandlerOfTheMessageEndsLater() {
    SentMessage first = stage.message(1, 0);
    SentMessage second = stage.message(2, 1);
    stage.arrives(1, EAST, first, second);
    stage.world.handlers().nextCall(Handlers.Manner.SLOW);
    stage.when(() -> !first.starts.isEmpty(), () -> stage.operator.skipNext(SESSION));

    stage.drain();

    assertThat(stage.endOf(P, 1).state()).isEqualTo(EndState.SKIPPED);
    assertThat(stage.endOf(P, 2).state()).isEqualTo(EndState.DONE);
  }

  @Test
  void anOperatorPassesOverAGapOnlyWhereNobodyWhoLivesHoldsTheClaim() {
    SentMessage first = stage.message(1, 0);
    SentMessage second = stage.message(2, 1); // both regions have lost it
    SentMessage third = stage.message(3, 2);
    SentMessage other = stage.message(Q, 1, 0);
    stage.arrives(1, EAST, first, third);
    stage.arrives(1, WEST, first, third);
    stage.arrives(60, WEST, other);
    stage.runUntil(59);
    stage.world.handlers().nextCall(Handlers.Manner.SLOW);
    stage.when(
        () -> !other.starts.isEmpty(),
        () -> {
          assertThat(reports()).isPositive();
          stage.operator.skipGap(SESSION);
        });

    stage.runUntil(80);

    assertThat(stage.cursor(Q)).isEqualTo(1);
    assertThat(stage.cursor(P)).isEqualTo(1);
    stage.operator.skipGap(SESSION);
    stage.drain();
    assertThat(stage.endOf(P, 2).state()).isEqualTo(EndState.SKIPPED);
    assertThat(second.starts).isEmpty();
    assertThat(third.starts.get(0).invocation.token())
        .isGreaterThan(other.starts.get(0).invocation.token() + 1);
  }

  @Test
  void anOperatorsBlockIsKeptWhenACallDoesNotReturn() {
    SentMessage first = stage.message(1, 0);
    stage.arrives(1, EAST, first);
    stage.world.handlers().nextCall(Handlers.Manner.STUBBORN);
    stage.when(() -> !first.starts.isEmpty(), () -> stage.operator.block(SESSION));

    stage.runUntil(20);

    assertThat(stage.record().status()).isEqualTo(SessionStatus.BLOCKED);
    assertThat(stage.record().custody().owner()).isNull();
    stage.operator.unblock(SESSION);
    stage.drain();
  }

  @Test
  void aClaimTakesBackEveryReportOfTheGapThatItEnds() {
    SentMessage first = stage.message(1, 0);
    SentMessage second = stage.message(2, 1);
    stage.arrives(1, EAST, second);
    stage.arrives(1, WEST, second);
    stage.arrives(30, WEST, first);
    stage.world.handlers().nextCall(Handlers.Manner.HANGS);
    stage.when(() -> !first.starts.isEmpty(), west::kill);
    stage.runUntil(29);
    assertThat(reports()).isEqualTo(2);

    stage.runUntil(31);

    assertThat(first.starts).hasSize(1);
    assertThat(reports()).isZero();
  }

  @Test
  void anOwnerKeptBusyByOneStreamGivesWayToAnothersGap() {
    SentMessage a1 = stage.message(Q, 1, 0);
    SentMessage a2 = stage.message(Q, 2, 1);
    stage.arrives(1, EAST, a2);
    stage.arrives(5, WEST, a1); // E has the session by then, and never lets go by itself
    for (int seq = 1; seq <= 120; seq++) {
      stage.arrives(0.9 + seq * 0.5, EAST, stage.message(seq, seq - 1));
    }

    stage.runUntil(30);

    assertThat(stage.cursor(Q)).isEqualTo(2);
    assertThat(stage.cursor(P)).isLessThan(100);
    stage.drain();
  }

  @Test
  void aFailureIsCountedOnceThoughAnOperatorWroteOverTheCount() {
    SentMessage first = stage.message(1, 0);
    stage.arrives(1, EAST, first);
    stage.world.handlers().nextCall(Handlers.Manner.FAILS);
    stage.when(
        () -> !first.starts.isEmpty(),
        () -> stage.world.ledger().weather(new LedgerWeather(0, 100, 0, 0)));
    stage.when(
        () -> stage.isOnRecord() && !stage.record().progress().suspects().isEmpty(),
        () -> {
          stage.world.ledger().weather(LedgerWeather.CALM);
          stage.operator.block(SESSION);
          stage.at(6, () -> stage.operator.unblock(SESSION));
        });

    stage.drain();

    assertThat(first.starts).hasSize(2);
    assertThat(first.starts.get(1).invocation.attempt()).isEqualTo(2);
  }

  private SentMessage[] manyWithoutTheFirst(int count) {
    SentMessage[] messages = new SentMessage[count - 1];
    for (int seq = 2; seq <= count; seq++) {
      messages[seq - 2] = stage.message(seq, seq - 1);
    }
    return messages;
  }

  private int reports() {
    return stage.record().progress().gap(P).map(gap -> gap.reports().size()).orElse(0);
  }
}
