package io.twinbus.simulation;

import static io.twinbus.simulation.Stage.EAST;
import static io.twinbus.simulation.Stage.P;
import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.ledger.Directive.Scope;
import io.twinbus.ledger.SessionStatus;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.LongFunction;

/**
 * Named histories about receivers that operators pause; by number, for a class loader of their own:
 * what was not as it should be.
 */
public final class PauseScenarios implements LongFunction<Optional<String>> {

  /** How many there are. */
  static final int ALL = 3;

  private static final Duration LONG = Duration.ofHours(1);

  @Override
  public Optional<String> apply(long number) {
    try {
      List.<Runnable>of(
              PauseScenarios::aPausedReceiverReleasesTakesNothingAndBeats,
              PauseScenarios::aPauseEndsByItself,
              PauseScenarios::aResumeLeavesAnEvacuation)
          .get((int) number)
          .run();
      return Optional.empty();
    } catch (AssertionError | InvariantViolated broken) {
      return Optional.of(String.valueOf(broken.getMessage()));
    }
  }

  static void aPausedReceiverReleasesTakesNothingAndBeats() {
    Stage stage = new Stage();
    ReceiverProcess east = stage.receiver(EAST);
    List<SentMessage> all = oneASecond(stage, 30);
    stage.at(5.5, () -> stage.operator.pause(Scope.ALL, LONG));

    stage.runUntil(12);
    long handled = stage.cursor(P);
    stage.runUntil(40);

    assertThat(handled).isBetween(4L, 11L);
    assertThat(stage.cursor(P)).as("messages that were handled").isEqualTo(handled);
    assertThat(stage.record().status()).isEqualTo(SessionStatus.IDLE);
    assertThat(east.isAtRest()).as("it holds nothing").isTrue();
    assertThat(east.holdsLease()).as("its lease beats").isTrue();
    assertThat(stage.count("lease lost")).isZero();

    stage.operator.resume(Scope.ALL);
    stage.drain();

    assertThat(stage.cursor(P)).isEqualTo(all.size());
    assertThat(all).allSatisfy(message -> assertThat(message.starts).hasSize(1));
  }

  static void aPauseEndsByItself() {
    Stage stage = new Stage();
    stage.operator.pause(new Scope(World.QUEUE, EAST), Duration.ofSeconds(20));
    ReceiverProcess east = stage.receiver(EAST);
    SentMessage first = stage.message(1, 0);
    stage.arrives(1, EAST, first);

    stage.runUntil(19);
    assertThat(first.starts).as("calls while it is paused").isEmpty();
    assertThat(east.holdsLease()).isTrue();
    stage.runUntil(30);

    assertThat(first.starts).as("calls after its end").hasSize(1);
  }

  static void aResumeLeavesAnEvacuation() {
    Stage stage = new Stage();
    stage.receiver(EAST);
    stage.operator.evacuate(EAST, true);
    stage.operator.pause(Scope.ALL, LONG);
    SentMessage first = stage.message(1, 0);
    stage.arrives(1, EAST, first);
    stage.at(10, () -> stage.operator.resume(Scope.ALL));

    stage.runUntil(30);
    assertThat(first.starts).as("calls in an evacuated region").isEmpty();
    stage.operator.evacuate(EAST, false);
    stage.drain();

    assertThat(first.starts).hasSize(1);
  }

  private static List<SentMessage> oneASecond(Stage stage, int messages) {
    List<SentMessage> all = new ArrayList<>();
    for (int seq = 1; seq <= messages; seq++) {
      SentMessage message = stage.message(seq, seq - 1L);
      stage.arrives(seq, EAST, message);
      all.add(message);
    }
    return all;
  }
}
