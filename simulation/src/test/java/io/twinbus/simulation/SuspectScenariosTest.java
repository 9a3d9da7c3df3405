package io.twinbus.simulation;

import static io.twinbus.simulation.Stage.EAST;
import static io.twinbus.simulation.Stage.P;
import static io.twinbus.simulation.Stage.Q;
import static io.twinbus.simulation.Stage.SESSION;
import static io.twinbus.simulation.Stage.WEST;
import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.ledger.EndState;
import io.twinbus.ledger.SessionStatus;
import io.twinbus.ledger.rules.InDoubt;
import io.twinbus.ledger.rules.SuspectRule;
import io.twinbus.protocol.SessionId;
import io.twinbus.receiver.session.FlowSettings;
import io.twinbus.receiver.session.FlowSettings.OnPoison;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Named histories about messages that kill, or that seem to. */
class SuspectScenariosTest {

  private final Stage stage = new Stage();

  @Test
  void whatNeverRanIsNotCondemned() {
    stage.world.attempts(2, OnPoison.DEAD_LETTER, InDoubt.RERUN);
    stage.receiver(WEST);
    SentMessage first = stage.message(1, 0);
    stage.arrives(3, WEST, first);
    stage.when(stage::isOnRecord, () -> killed().killAndReturn(Duration.ofSeconds(1)));
    stage.when(
        () -> stage.isOnRecord() && SuspectRule.started(stage.record().progress()).isPresent(),
        () -> killed().killAndReturn(Duration.ofSeconds(1)));

    stage.drain();

    assertThat(stage.count("fact Claimed TAKEOVER")).isEqualTo(2);
    assertThat(first.starts).hasSize(1);
    assertThat(stage.endOf(P, 1).state()).isEqualTo(EndState.DONE);
  }

  @Test
  void aMessageThatKillsItsWorkerEachTimeIsGivenUpAfterTheLastAttempt() {
    stage.world.attempts(3, OnPoison.DEAD_LETTER, InDoubt.RERUN);
    stage.receiver(EAST);
    stage.receiver(WEST);
    SentMessage killer = workerPoison(stage.message(P, 1, 0));
    SentMessage next = stage.message(P, 2, 1);
    stage.arrives(1, EAST, killer, next);
    stage.arrives(1, WEST, killer, next);

    stage.drain();

    assertThat(stage.endOf(P, 1).reason()).isEqualTo("MaxAttemptsExceeded");
    assertThat(killer.starts).extracting(run -> run.invocation.attempt()).containsExactly(1, 2, 3);
    assertThat(stage.count("fact Claimed TAKEOVER")).isZero();
    assertThat(stage.endOf(P, 2).state()).isEqualTo(EndState.DONE);
  }

  @Test
  void aMessageThatKillsItsWorkerIsCountedBehindOthersOfItsGroup() {
    Stage grouped = new Stage(5);
    grouped.world.attempts(2, OnPoison.DEAD_LETTER, InDoubt.RERUN);
    grouped.world.handlers().beQuick();
    grouped.receiver(EAST);
    SentMessage killer = workerPoison(grouped.message(P, 3, 2));
    grouped.arrives(1, EAST, grouped.message(P, 1, 0), grouped.message(P, 2, 1), killer);

    grouped.drain();

    assertThat(killer.starts).hasSize(2);
    assertThat(grouped.endOf(P, 3).reason()).isEqualTo("MaxAttemptsExceeded");
  }

  @Test
  void whatKilledItsWorkerIsHeldAgainstItThoughATakeoverStartsAnEarlierMessageOfItsGroup() {
    Stage grouped = new Stage(8);
    grouped.world.attempts(2, OnPoison.DEAD_LETTER, InDoubt.RERUN);
    grouped.world.handlers().beQuick();
    grouped.receiver(EAST);
    List<SentMessage> messages =
        LongStream.rangeClosed(1, 7).mapToObj(seq -> grouped.message(P, seq, seq - 1)).toList();
    SentMessage killer = workerPoison(messages.get(6));
    grouped.arrives(1, EAST, messages.toArray(SentMessage[]::new));
    grouped.when(
        () -> messages.get(0).completed,
        () -> grouped.world.ledger().weather(new LedgerWeather(100, 0, 0, 0)));
    grouped.when(
        () -> !killer.starts.isEmpty(), () -> grouped.world.ledger().weather(LedgerWeather.CALM));
    grouped.when(
        () -> messages.stream().anyMatch(message -> message.starts.size() == 2),
        () -> grouped.world.processes().get(0).killAndReturn(Duration.ofSeconds(1)));

    grouped.drain();

    assertThat(grouped.count("fact Claimed TAKEOVER")).isEqualTo(1);
    assertThat(killer.starts).extracting(run -> run.invocation.attempt()).containsExactly(1, 2);
    assertThat(grouped.cursor(P)).isEqualTo(7);
  }

  @Test
  void aMessageThatKillsIsCountedThoughAnotherStreamMovesOn() {
    stage.world.attempts(3, OnPoison.DEAD_LETTER, InDoubt.RERUN);
    stage.receiver(EAST);
    SentMessage killer = poison(stage.message(P, 1, 0));
    stage.arrives(1, EAST, killer);
    for (int seq = 1; seq <= 6; seq++) {
      stage.arrives(1 + seq * 8, EAST, stage.message(Q, seq, seq - 1));
    }

    stage.drain();

    assertThat(stage.endOf(P, 1).reason()).isEqualTo("MaxAttemptsExceeded");
    assertThat(killer.starts).hasSize(4);
    assertThat(killer.starts.get(3).invocation.attempt()).isEqualTo(3);
    assertThat(stage.cursor(Q)).isEqualTo(6);
  }

  @Test
  void aMessageThatKillsIsCountedThoughTheOtherRegionEndsTheDeadClaimForAGap() {
    stage.world.attempts(2, OnPoison.DEAD_LETTER, InDoubt.RERUN);
    stage.world.gapPolicy(FlowSettings.GapPolicy.SKIP);
    stage.receiver(EAST);
    stage.receiver(WEST);
    SentMessage killer = poison(stage.message(Q, 1, 0));
    stage.arrives(1, WEST, killer);
    stage.arrives(1, EAST, stage.message(P, 2, 1));

    stage.drain();

    assertThat(stage.endOf(Q, 1).reason()).isEqualTo("MaxAttemptsExceeded");
    assertThat(killer.starts).hasSize(3);
  }

  @Test
  void twoMessagesOfOneSessionThatKillAreBothCountedOut() {
    stage.world.attempts(3, OnPoison.DEAD_LETTER, InDoubt.RERUN);
    stage.receiver(EAST);
    stage.arrives(1, EAST, poison(stage.message(P, 1, 0)), poison(stage.message(Q, 1, 0)));

    stage.drain();

    assertThat(stage.endOf(P, 1).reason()).isEqualTo("MaxAttemptsExceeded");
    assertThat(stage.endOf(Q, 1).reason()).isEqualTo("MaxAttemptsExceeded");
  }

  @Test
  void aSessionIsBlockedForAMessageThatKillsByPolicy() {
    stage.world.attempts(2, OnPoison.BLOCK, InDoubt.RERUN);
    stage.receiver(EAST);
    SentMessage killer = poison(stage.message(1, 0));
    SentMessage next = stage.message(2, 1);
    stage.arrives(1, EAST, killer, next);

    stage.runUntil(150);

    assertThat(stage.record().status()).isEqualTo(SessionStatus.BLOCKED);
    assertThat(killer.starts).hasSize(3);
    assertThat(next.starts).isEmpty();
  }

  @Test
  void theSessionsOfADeadRegionGoOnTogether() {
    ReceiverProcess east = stage.world.start(EAST, 40);
    stage.world.start(WEST, 40);
    List<SentMessage> messages = sessions(30, 2);
    stage.world.handlers().temper(new HandlerTemper(100, 0, 0, 0, 0));
    stage.runUntil(4);
    east.kill();

    stage.runUntil(70);

    assertThat(messages).allMatch(message -> message.completed);
    assertThat(stage.count("fact Claimed TAKEOVER")).isGreaterThan(20);
  }

  @Test
  void oneMessageThatKillsDoesNotCondemnItsNeighbours() {
    stage.world.attempts(4, OnPoison.DEAD_LETTER, InDoubt.RERUN);
    stage.world.start(EAST, 80);
    stage.world.start(WEST, 80);
    List<SentMessage> messages = sessions(64, 3);
    SentMessage killer = poison(messages.get(64 + 7));

    stage.drain();

    assertThat(messages).filteredOn(message -> !message.completed).containsExactly(killer);
    assertThat(killer.starts).hasSize(5);
    assertThat(messages)
        .filteredOn(message -> message != killer)
        .allMatch(
            message -> message.starts.stream().allMatch(run -> run.invocation.attempt() <= 2));
    assertThat(stage.world.ground().timeline().now()).isLessThan(Duration.ofMinutes(4));
  }

  @Test
  void whatIsDeadStaysDeadThoughTheReceiverDiesBeforeItSettlesTheCopy() {
    ReceiverProcess east = stage.receiver(EAST);
    stage.receiver(WEST);
    SentMessage first = stage.message(1, 0);
    stage.arrives(1, EAST, first);
    stage.arrives(16, WEST, first);
    stage.world.handlers().nextCall(Handlers.Manner.CONDEMNS);
    stage.when(() -> stage.cursor(P) == 1, east::kill);

    stage.runUntil(60);

    assertThat(first.starts).hasSize(1);
    assertThat(stage.endOf(P, 1).state()).isEqualTo(EndState.DEAD);
  }

  @Test
  void aLedgerOutageHoldsNothingAgainstASuspect() {
    stage.receiver(EAST);
    stage.receiver(WEST);
    SentMessage first = stage.message(1, 0);
    stage.arrives(1, EAST, first);
    stage.arrives(16, WEST, first);
    stage.world.handlers().nextCall(Handlers.Manner.FAILS);
    stage.when(
        () -> first.starts.size() == 1,
        () -> stage.world.handlers().nextCall(Handlers.Manner.HANGS));
    stage.when(() -> first.starts.size() == 2, stage.world.ledger()::goDown);
    stage.at(40, stage.world.ledger()::comeBack);

    stage.drain();

    assertThat(stage.count("fact Claimed TAKEOVER")).isZero();
    assertThat(first.starts).hasSize(3);
    assertThat(first.starts.get(2).invocation.attempt()).isEqualTo(2);
  }

  /** The process that owns the session, or did. */
  private ReceiverProcess killed() {
    return stage.world.processes().stream()
        .filter(process -> !process.workers().isEmpty())
        .findFirst()
        .orElseThrow();
  }

  /** It kills the process that runs it. */
  private static SentMessage poison(SentMessage message) {
    message.isPoison = true;
    return message;
  }

  /** It kills the worker that runs it, and the process lives on. */
  private static SentMessage workerPoison(SentMessage message) {
    message.killsWorker = true;
    return poison(message);
  }

  /** The first messages of all sessions, then the second ones, and so on. */
  private List<SentMessage> sessions(int sessions, int messagesEach) {
    List<SentMessage> messages = new ArrayList<>();
    for (int seq = 1; seq <= messagesEach; seq++) {
      for (int i = 0; i < sessions; i++) {
        messages.add(stage.message(new SessionId(SESSION + "-" + i), seq, seq - 1));
      }
    }
    SentMessage[] all = messages.toArray(SentMessage[]::new);
    stage.arrives(2, EAST, all);
    stage.arrives(17, WEST, all);
    stage.runUntil(2);
    return messages;
  }
}
