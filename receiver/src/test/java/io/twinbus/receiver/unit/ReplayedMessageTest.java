package io.twinbus.receiver.unit;

import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.ledger.EndState;
import io.twinbus.ledger.MessageContent;
import io.twinbus.ledger.MessageKey;
import io.twinbus.ledger.SessionStatus;
import io.twinbus.protocol.MessageId;
import io.twinbus.protocol.Position;
import io.twinbus.protocol.Replay;
import io.twinbus.protocol.StreamId;
import io.twinbus.receiver.HandlerOutcome;
import io.twinbus.receiver.broker.Settlement;
import io.twinbus.receiver.session.FlowSettings;
import io.twinbus.receiver.session.WorkerEffect;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Dead letters that an operator has sent again: by a record of their own, without a cursor. */
class ReplayedMessageTest {

  private static final Position FIRST = new Position(new StreamId("web-9"), 3, 2);
  private static final MessageId ID = new MessageId("a");

  private final WorkerDriver driver = new WorkerDriver();

  @Test
  void aReplayRunsOnceByItsOwnRecordAndMovesNoCursor() {
    driver.deliverReplay("a", replay(1, "11"));
    assertThat(driver.lastCall().invocation().position()).contains(FIRST);
    driver.completes();
    driver.deliverReplay("a", replay(1, "11")); // its standby copy
    driver.tick(Duration.ofSeconds(1));

    assertThat(driver.settled()).containsExactly("a Complete", "a Complete");
    assertThat(driver.all(WorkerEffect.StartHandler.class)).hasSize(1);
    assertThat(over(replay(1, "11")).state()).isEqualTo(EndState.DONE);
    assertThat(Objects.requireNonNull(driver.record).progress().cursors()).isEmpty();
  }

  @Test
  void aReplayThatDiesCanBeReplayedAgainUnderTheNextNumber() {
    driver.deliverReplay("a", replay(1, "11"));
    driver.returns(new HandlerOutcome.DeadLetter("Unwanted", "no"));
    driver.deliverReplay("a", replay(2, "11"));
    driver.completes();

    assertThat(driver.settled()).containsExactly("a DeadLetter", "a Complete");
    assertThat(over(replay(1, "11")).state()).isEqualTo(EndState.DEAD);
    assertThat(over(replay(2, "11")).state()).isEqualTo(EndState.DONE);
  }

  @Test
  void anotherOperatorsOtherBodyBecomesADeadLetterAndIsNotSwallowed() {
    driver.deliverReplay("a", replay(1, "11"));
    driver.completes();

    driver.deliverReplay("a", replay(1, "22"));
    driver.tick(Duration.ofSeconds(1));

    assertThat(driver.settled()).containsExactly("a Complete", "a DeadLetter");
    assertThat(driver.all(WorkerEffect.Settle.class).get(1).settlement())
        .isInstanceOfSatisfying(
            Settlement.DeadLetter.class,
            dead -> {
              assertThat(dead.reason()).isEqualTo("ReplayedWithAnotherBody");
              assertThat(dead.description()).startsWith("ann has sent this dead letter again");
            });
    assertThat(driver.all(WorkerEffect.StartHandler.class)).hasSize(1);
  }

  @Test
  void theOtherBodyIsRefusedAlsoWhenTheFirstOneWaitsAndAfterARelease() {
    driver.messages.put(
        new MessageContent.Over(ID, EndState.DONE, "", 5, Optional.of(replay(1, "11"))));

    driver.deliverReplay("a", replay(1, "22"));
    driver.tick(Duration.ofSeconds(1));

    assertThat(driver.settled()).containsExactly("a DeadLetter");
    assertThat(driver.all(WorkerEffect.StartHandler.class)).isEmpty();
  }

  @Test
  void aReplayHoldsUpNoSessionWhateverThePolicySays() {
    FlowSettings defaults = FlowSettings.ofDefaults();
    FlowSettings.Attempts attempts = defaults.attempts();
    WorkerDriver blocking =
        new WorkerDriver(
            defaults.withAttempts(
                new FlowSettings.Attempts(
                    attempts.max(),
                    attempts.backoff(),
                    attempts.handlerTimeout(),
                    FlowSettings.OnPoison.BLOCK,
                    attempts.inDoubt(),
                    attempts.giveUpAfter())));

    blocking.deliverReplay("a", replay(1, "11"));
    blocking.returns(new HandlerOutcome.DeadLetter("Unwanted", "no"));
    blocking.tick(Duration.ofSeconds(1));

    assertThat(blocking.settled()).containsExactly("a DeadLetter");
    assertThat(Objects.requireNonNull(blocking.record).status())
        .isNotEqualTo(SessionStatus.BLOCKED);
  }

  @Test
  void aReplayThatWasSentBeyondTheHorizonIsDead() {
    driver.deliverReplay("a", replay(1, "11"), Instant.EPOCH);

    assertThat(driver.settled()).containsExactly("a DeadLetter");
    assertThat(driver.all(WorkerEffect.StartHandler.class)).isEmpty();
  }

  private MessageContent.Over over(Replay replay) {
    return (MessageContent.Over)
        driver
            .messages
            .record(WorkerDriver.SESSION, MessageKey.ofReplay(ID, replay))
            .orElseThrow()
            .content();
  }

  private static Replay replay(long ordinal, String body) {
    return new Replay(Optional.of(FIRST), ordinal, body.repeat(32), "ann");
  }
}
