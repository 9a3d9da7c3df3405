package io.twinbus.rehearsal.producer;

import io.twinbus.protocol.time.Clocks;
import io.twinbus.rehearsal.input.InputMessage;
import io.twinbus.rehearsal.input.MessageSource;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.LongConsumer;

/**
 * Sends messages one after the other, never ahead of the pace, and waits for what became of them.
 *
 * <p>Used by one thread; its observer is told from any.
 */
public final class Producer {

  private final Outlet outlet;
  private final SendObserver observer;
  private final Clocks clocks;
  private final UnderWay underWay;

  /** A producer that sends to {@code outlet} and tells {@code observer}. */
  public Producer(Outlet outlet, SendObserver observer, Clocks clocks) {
    this.outlet = outlet;
    this.observer = observer;
    this.clocks = clocks;
    this.underWay = new UnderWay(clocks);
  }

  /**
   * Sends all of {@code source}.
   *
   * @param perSecond messages a second; 0 means as fast as it goes
   * @param progress is told after each message how many have been sent
   */
  public void sendAll(MessageSource source, double perSecond, LongConsumer progress)
      throws InterruptedException {
    Pace pace = new Pace(perSecond, clocks);
    long count = 0;
    for (InputMessage next = source.next(); next != null; next = source.next()) {
      Duration wait = pace.untilNext();
      if (wait.compareTo(Duration.ZERO) > 0) {
        TimeUnit.NANOSECONDS.sleep(wait.toNanos());
      }
      send(next);
      pace.sent();
      progress.accept(++count);
    }
  }

  /** Waits at most {@code bound} until each message is safe or failed; returns how many are not. */
  public long awaitAnswers(Duration bound) throws InterruptedException {
    return underWay.awaitNone(bound);
  }

  private void send(InputMessage message) {
    underWay.begin();
    observer.sent(message, clocks.now().monotonic());
    var unused =
        outlet
            .send(message)
            .whenComplete(
                (receipt, failure) -> {
                  if (failure == null) {
                    observer.acknowledged(message);
                  } else {
                    observer.failed(message, failure);
                  }
                  underWay.end();
                });
  }
}
