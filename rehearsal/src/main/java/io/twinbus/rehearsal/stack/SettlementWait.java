package io.twinbus.rehearsal.stack;

import io.twinbus.local.control.ControlClient;
import io.twinbus.local.control.StackStats;
import io.twinbus.local.servicebus.EntityCounts;
import io.twinbus.protocol.time.Clocks;
import io.twinbus.protocol.time.MonotonicTime;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/** Waits until no message is left unsettled in any region. */
public final class SettlementWait {

  private static final Duration LOOK_EVERY = Duration.ofMillis(250);

  private final ControlClient control;
  private final Clocks clocks;

  /** Asks the stack behind {@code control}. */
  public SettlementWait(ControlClient control, Clocks clocks) {
    this.control = control;
    this.clocks = clocks;
  }

  /**
   * What is left when nothing is, or when nothing has moved for {@code patience}.
   *
   * @param effects how many effects there are so far; a rising number is movement, too
   */
  public Left await(Duration patience, LongSupplier effects) throws InterruptedException {
    Left left = Left.of(control.stats());
    long seen = effects.getAsLong();
    MonotonicTime moved = clocks.now().monotonic();
    while (left.unsettled() > 0 && clocks.now().monotonic().since(moved).compareTo(patience) < 0) {
      TimeUnit.MILLISECONDS.sleep(LOOK_EVERY.toMillis());
      Left next = Left.of(control.stats());
      long nowSeen = effects.getAsLong();
      if (!next.equals(left) || nowSeen != seen) {
        moved = clocks.now().monotonic();
      }
      left = next;
      seen = nowSeen;
    }
    return left;
  }

  /**
   * What the queues hold.
   *
   * @param byRegion what is not settled, in words, for each region that has any
   * @param unsettled how many messages that is
   * @param deadLettered how many dead letters there are, both regions together
   */
  public record Left(Map<String, String> byRegion, int unsettled, int deadLettered) {

    /** What the queues of {@code stats} hold. */
    public static Left of(StackStats stats) {
      Map<String, String> words = new TreeMap<>();
      int unsettled = 0;
      int deadLettered = 0;
      for (var region : stats.regions().entrySet()) {
        for (EntityCounts counts : region.getValue().entities()) {
          unsettled += counts.unsettled();
          deadLettered += counts.deadLettered();
          if (counts.unsettled() > 0) {
            words.merge(region.getKey(), words(counts), (one, other) -> one + "; " + other);
          }
        }
      }
      return new Left(words, unsettled, deadLettered);
    }

    private static String words(EntityCounts counts) {
      return "%s: %d waiting, %d scheduled, %d in hand, %d deferred"
          .formatted(
              counts.entity(),
              counts.active(),
              counts.scheduled(),
              counts.locked(),
              counts.deferred());
    }
  }
}
