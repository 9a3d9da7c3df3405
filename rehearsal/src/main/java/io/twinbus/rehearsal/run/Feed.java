package io.twinbus.rehearsal.run;

import io.twinbus.ops.CommandFailure;
import io.twinbus.ops.ExitCode;
import io.twinbus.protocol.settings.FlatSettings;
import io.twinbus.protocol.time.Clocks;
import io.twinbus.rehearsal.input.MessageSource;
import io.twinbus.rehearsal.producer.Producer;
import io.twinbus.rehearsal.producer.SendLog;
import io.twinbus.rehearsal.producer.SenderOutlet;
import java.time.Duration;
import java.util.function.LongConsumer;

/**
 * Sends a run's messages from this process, at a steady rate.
 *
 * <p>Used by one thread; its log is for any thread.
 */
public final class Feed implements AutoCloseable {

  private static final Duration ANSWER_BOUND = Duration.ofMinutes(4);

  private final SendLog log = new SendLog();
  private final SenderOutlet outlet;
  private final Producer producer;

  /** A feed through a sender as {@code settings} describe it. */
  public Feed(FlatSettings settings, Clocks clocks) {
    this.outlet = SenderOutlet.open(settings);
    this.producer = new Producer(outlet, log, clocks);
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

  /** Waits until every region has its copies, four minutes at most, and closes the sender. */
  public void finish() {
    outlet.close(ANSWER_BOUND);
  }

  /** When each message was sent, and which ones are safe. */
  public SendLog log() {
    return log;
  }

  @Override
  public void close() {
    outlet.close(Duration.ofSeconds(1));
  }
}
