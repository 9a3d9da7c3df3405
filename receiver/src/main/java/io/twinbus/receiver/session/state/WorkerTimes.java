package io.twinbus.receiver.session.state;

import io.twinbus.protocol.time.MonotonicTime;
import io.twinbus.protocol.time.Now;
import java.time.Duration;

/** The times that a worker's waits are counted from, and the waits that it has set itself. */
public final class WorkerTimes {

  private static final int READS_TO_STAND_BACK = 2;

  private final Duration readInterval;
  private final MonotonicTime bornAt;
  private MonotonicTime busyAt;
  private MonotonicTime movedAt;
  private MonotonicTime deliveredAt;
  private MonotonicTime claimNotBefore;
  private MonotonicTime callNotBefore;
  private boolean isRetry;

  public WorkerTimes(Duration readInterval, MonotonicTime start) {
    this.readInterval = readInterval;
    this.bornAt = start;
    this.busyAt = start;
    this.movedAt = start;
    this.deliveredAt = start;
    this.claimNotBefore = start;
    this.callNotBefore = start;
  }

  /** When the worker began. */
  public MonotonicTime bornAt() {
    return bornAt;
  }

  /** There is something to do. */
  public void worked(Now now) {
    busyAt = now.monotonic();
  }

  /** When there was last something to do. */
  public MonotonicTime busyAt() {
    return busyAt;
  }

  /** A copy has come. */
  public void delivered(Now now) {
    deliveredAt = now.monotonic();
  }

  /** When a copy last came; when the worker began, while none has. */
  public MonotonicTime deliveredAt() {
    return deliveredAt;
  }

  /** A message has ended, or a copy was dropped. */
  public void moved(Now now) {
    movedAt = now.monotonic();
  }

  /** When a message last ended, or a copy was last dropped. */
  public MonotonicTime movedAt() {
    return movedAt;
  }

  /** The worker claims nothing for two read intervals: another region may come in. */
  public void standBack(Now now) {
    claimNotBefore = now.monotonic().plus(readInterval.multipliedBy(READS_TO_STAND_BACK));
  }

  /** The earliest time of the next claim. */
  public MonotonicTime claimNotBefore() {
    return claimNotBefore;
  }

  /** No handler is called before {@code time}. */
  public void callNotBefore(MonotonicTime time) {
    callNotBefore = time;
    isRetry = false;
  }

  /**
   * A call has failed, and is repeated at {@code time}, or when a handler that was away is back.
   */
  public void retryAt(MonotonicTime time) {
    callNotBefore = time;
    isRetry = true;
  }

  /** The handler was away and is back. */
  public void handlerBack(Now now) {
    if (isRetry && !now.monotonic().isAtOrAfter(callNotBefore)) {
      callNotBefore = now.monotonic();
    }
  }

  /** The earliest time of the next handler call. */
  public MonotonicTime callNotBefore() {
    return callNotBefore;
  }
}
