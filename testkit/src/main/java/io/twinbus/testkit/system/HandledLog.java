package io.twinbus.testkit.system;

import io.twinbus.protocol.time.Clocks;
import io.twinbus.protocol.time.MonotonicTime;
import io.twinbus.receiver.HandlerOutcome;
import io.twinbus.receiver.SessionHandler;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** Writes down the calls that ended well, in the order in which they did. Thread-safe. */
final class HandledLog {

  private final Clocks clocks;
  private final List<Handled> all = new ArrayList<>();

  HandledLog(Clocks clocks) {
    this.clocks = clocks;
  }

  /**
   * The handler, its calls written down; it answers the handler's own stage, so that a cancel
   * reaches it.
   */
  SessionHandler around(SessionHandler handler) {
    return (message, invocation) -> {
      var call = handler.handle(message, invocation);
      var unused =
          call.thenAccept(
              outcome -> {
                if (outcome instanceof HandlerOutcome.Completed) {
                  add(new Handled(message, invocation));
                }
              });
      return call;
    };
  }

  private synchronized void add(Handled handled) {
    all.add(handled);
    notifyAll();
  }

  synchronized List<Handled> where(Predicate<Handled> wanted) {
    return all.stream().filter(wanted).toList();
  }

  /**
   * Waits until there are {@code count}.
   *
   * @throws AssertionError when there are fewer after {@code bound}
   */
  synchronized List<Handled> await(Predicate<Handled> wanted, int count, Duration bound)
      throws InterruptedException {
    MonotonicTime end = clocks.now().monotonic().plus(bound);
    List<Handled> found = where(wanted);
    while (found.size() < count) {
      long left = end.since(clocks.now().monotonic()).toMillis();
      if (left <= 0) {
        throw new AssertionError(
            "Within %d s %d calls ended well, not %d: %s."
                .formatted(bound.toSeconds(), found.size(), count, found));
      }
      wait(left);
      found = where(wanted);
    }
    return found;
  }
}
