package io.twinbus.simulation;

import static io.twinbus.simulation.Stage.EAST;
import static io.twinbus.simulation.Stage.P;
import static io.twinbus.simulation.Stage.SESSION;
import static io.twinbus.simulation.Stage.WEST;
import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.ledger.EndState;
import io.twinbus.ledger.SessionStatus;
import io.twinbus.protocol.Body;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Named histories with {@code commit: grouped}, in groups of four. */
class GroupScenariosTest {

  private static final LedgerWeather NOTHING_ARRIVES = new LedgerWeather(100, 0, 0, 0);
  private static final LedgerWeather REPLIES_LOST = new LedgerWeather(0, 100, 0, 0);

  private final Stage stage = new Stage(4);
  private final ReceiverProcess east = stage.receiver(EAST);
  private final ReceiverProcess west = stage.receiver(WEST);

  @Test
  void aCrashWithAGroupInFlightRepeatsThatGroupInOrderAndNothingElse() {
    List<SentMessage> messages = messages(12);
    everywhere(messages);
    stage.when(
        () -> stage.cursor(P) >= 3,
        () -> {
          weather(NOTHING_ARRIVES);
          stage.when(
              () -> messages.get((int) stage.cursor(P) + 3).completed,
              () -> {
                east.kill();
                weather(LedgerWeather.CALM);
              });
        });
    stage.at(40, () -> stage.receiver(EAST));

    stage.drain();

    assertThat(stage.cursor(P)).isEqualTo(12);
    assertThat(messages.stream().filter(message -> message.starts.size() == 2)).hasSize(4);
    assertThat(messages).allMatch(message -> message.starts.size() <= 2);
    assertThat(state()).isEqualTo("p-7 p-8 p-10 p-11 p-12");
  }

  @Test
  void aGroupWhoseReplyIsLostIsFoundAndNothingRunsTwice() {
    List<SentMessage> messages = messages(12);
    everywhere(messages);
    stage.when(
        () -> stage.cursor(P) >= 1,
        () -> {
          weather(REPLIES_LOST);
          long before = stage.cursor(P);
          stage.when(() -> stage.cursor(P) > before, () -> weather(LedgerWeather.CALM));
        });

    stage.drain();

    assertThat(messages).allMatch(message -> message.starts.size() == 1);
    assertThat(stage.count("fact WriteUnknown")).isPositive();
  }

  @Test
  void whatEndedBesideAnOperatorsBlockIsCommittedAndNothingElseRuns() {
    List<SentMessage> messages = messages(60);
    everywhere(messages);
    stage.when(() -> messages.get(1).completed && stage.cursor(P) < 2, this::blockInsistently);
    stage.runUntil(6);
    long handled = messages.stream().filter(message -> !message.starts.isEmpty()).count();
    assertThat(stage.record().status()).isEqualTo(SessionStatus.BLOCKED);
    assertThat(stage.record().custody().owner()).isNull();
    assertThat(stage.cursor(P)).isEqualTo(handled).isLessThan(60);

    stage.operator.unblock(SESSION);
    stage.drain();

    assertThat(messages).allMatch(message -> message.starts.size() == 1);
  }

  @Test
  void aDrainCommitsAllThatEndedBeforeItReleases() {
    List<SentMessage> messages = messages(12);
    everywhere(messages);
    stage.when(
        () -> messages.get(2).completed && stage.cursor(P) < 3,
        () -> {
          east.drain();
          stage.receiver(EAST);
        });

    stage.drain();

    assertThat(messages).allMatch(message -> message.starts.size() == 1);
    assertThat(stage.count("fact Claimed TAKEOVER")).isZero();
  }

  @Test
  void aHoleIsClosedTogetherWithAllThatEndedBeforeItsSuccessorStarts() {
    SentMessage first = stage.message(1, 0);
    SentMessage second = stage.message(2, 1);
    stage.refused(3, 2);
    SentMessage fourth = stage.message(4, 2);
    everywhere(List.of(first, second, fourth));
    stage.when(
        () -> !fourth.starts.isEmpty(),
        () -> assertThat(stage.cursor(P)).as("when its handler starts").isEqualTo(3));

    stage.drain();

    assertThat(stage.endOf(P, 3).state()).isEqualTo(EndState.HOLE);
    assertThat(state()).isEqualTo("p-1 p-2");
  }

  @Test
  void theStateIsThereAfterAFailOverToTheOtherRegion() {
    List<SentMessage> messages = messages(3);
    everywhere(messages.subList(0, 2));
    stage.arrives(30, WEST, messages.get(2));

    stage.drain();

    assertThat(messages.get(2).starts.get(0).worker.process()).isSameAs(west);
    assertThat(messages.get(2).starts.get(0).invocation.state().map(Body::utf8))
        .contains("p-1 p-2");
    assertThat(state()).isEqualTo("p-1 p-2 p-3");
  }

  private List<SentMessage> messages(int count) {
    stage.world.handlers().beQuick();
    return IntStream.rangeClosed(1, count).mapToObj(seq -> stage.message(seq, seq - 1)).toList();
  }

  private void everywhere(List<SentMessage> messages) {
    SentMessage[] all = messages.toArray(SentMessage[]::new);
    stage.arrives(1, EAST, all);
    stage.arrives(16, WEST, all);
  }

  /** An operator whose write is overtaken tries again. */
  private void blockInsistently() {
    if (stage.record().status() != SessionStatus.BLOCKED) {
      stage.operator.block(SESSION);
      stage.world.ground().timeline().after(Duration.ofMillis(3), this::blockInsistently);
    }
  }

  private void weather(LedgerWeather next) {
    stage.world.ledger().weather(next);
  }

  private String state() {
    return stage.record().state().map(Body::utf8).orElse("");
  }
}
