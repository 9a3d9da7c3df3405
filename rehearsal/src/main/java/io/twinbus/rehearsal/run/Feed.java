package io.twinbus.rehearsal.run;

import io.twinbus.ops.CommandFailure;
import io.twinbus.ops.ExitCode;
import io.twinbus.protocol.settings.ConfiguredQueues;
import io.twinbus.protocol.settings.FlatSettings;
import io.twinbus.protocol.time.Clocks;
import io.twinbus.rehearsal.input.InputMessage;
import io.twinbus.rehearsal.input.MessageSource;
import io.twinbus.rehearsal.producer.Producer;
import io.twinbus.rehearsal.producer.SendLog;
import io.twinbus.rehearsal.producer.SenderOutlet;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.LongConsumer;

/**
 * Sends a run's messages from this process, at a steady rate. Where the settings have several
 * queues, each session has its messages in one of them.
 *
 * <p>Used by one thread; its log is for any thread.
 */
public final class Feed implements AutoCloseable {

  private static final Duration ANSWER_BOUND = Duration.ofMinutes(4);

  private final SendLog log = new SendLog();
  private final List<SenderOutlet> outlets;
  private final Producer producer;

  /** A feed through senders as {@code settings} describe them, one for each queue. */
  public Feed(FlatSettings settings, Clocks clocks) {
    this.outlets =
        ConfiguredQueues.of(settings).keySet().stream()
            .map(queue -> SenderOutlet.open(settings, Optional.of(queue)))
            .toList();
    this.producer = new Producer(message -> outlet(message).send(message), log, clocks);
  }

  private SenderOutlet outlet(InputMessage message) {
    return outlets.get(Math.floorMod(message.session().value().hashCode(), outlets.size()));
  }

  /**
   * Sends all of {@code source}.
   *
   * @param progress is told after each message how many have been sent
   */
  public void send(MessageSource source, double perSecond, LongConsumer progress)
      throws InterruptedException {
    producer.sendAll(source, perSecond, progress);
  }

  /**
   * Waits until every message is answered.
   *
   * @throws CommandFailure when the sender does not answer for one within four minutes
   */
  public void awaitAnswers() throws InterruptedException {
    long unanswered = producer.awaitAnswers(ANSWER_BOUND);
    if (unanswered > 0) {
      throw new CommandFailure(
          ExitCode.FAILURE, "The sender never answered for %d messages.".formatted(unanswered));
    }
  }

  /** Waits until every region has its copies, four minutes at most, and closes the senders. */
  public void finish() {
    outlets.forEach(outlet -> outlet.close(ANSWER_BOUND));
  }

  /** When each message was sent, and which ones are safe. */
  public SendLog log() {
    return log;
  }

  @Override
  public void close() {
    outlets.forEach(outlet -> outlet.close(Duration.ofSeconds(1)));
  }
}
