package io.twinbus.receiver.rules;

import io.twinbus.protocol.time.MonotonicTime;
import java.time.Duration;

/**
 * Whether the link of one session delivers what it was asked for:
 *
 * <ol>
 *   <li>A session that ends without a single copy, though some were asked for, is worth a look at
 *       the broker: it was given because it has messages.
 *   <li>One that is held is looked at when copies have been asked for and none has come for {@link
 *       #SILENCE}, and not more often than that.
 *   <li>Copies behind the last delivered one that two such looks in a row find mean that the link
 *       does not deliver: the first may have met one that had just come in.
 * </ol>
 *
 * <p>Thread-safe.
 */
public final class LinkWatch {

  /** How long a link that was asked for copies may be silent before a peek checks it. */
  public static final Duration SILENCE = Duration.ofSeconds(20);

  private long outstanding;
  private long last;
  private MonotonicTime quietSince;
  private boolean suspect;

  /** A link that was opened at {@code now}. */
  public LinkWatch(MonotonicTime now) {
    this.quietSince = now;
  }

  /** So many more copies may come. */
  public synchronized void asked(int count, MonotonicTime now) {
    if (outstanding == 0) {
      quietSince = now;
    }
    outstanding += count;
  }

  /** A copy has come. */
  public synchronized void delivered(long brokerSequence, MonotonicTime now) {
    outstanding--;
    last = Math.max(last, brokerSequence);
    quietSince = now;
    suspect = false;
  }

  /** The highest broker sequence number that was delivered; 0: none was. */
  public synchronized long last() {
    return last;
  }

  /** Whether copies were asked for and not a single one has come. */
  public synchronized boolean isBarren() {
    return outstanding > 0 && last == 0;
  }

  /** Whether a peek for waiting copies is due; if so, the next one is due a while later. */
  public synchronized boolean takeTurn(MonotonicTime now) {
    boolean due = outstanding > 0 && now.isAtOrAfter(quietSince.plus(SILENCE));
    if (due) {
      quietSince = now;
    }
    return due;
  }

  /**
   * A peek has been answered.
   *
   * @param waiting whether there are copies behind the last delivered one
   * @return whether the link does not deliver
   */
  public synchronized boolean looked(boolean waiting) {
    boolean stalled = waiting && suspect;
    suspect = waiting;
    return stalled;
  }
}
