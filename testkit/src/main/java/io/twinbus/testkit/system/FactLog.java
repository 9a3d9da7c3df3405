package io.twinbus.testkit.system;

import io.twinbus.ledger.EndState;
import io.twinbus.protocol.time.Clocks;
import io.twinbus.protocol.time.MonotonicTime;
import io.twinbus.receiver.runtime.FactListener;
import io.twinbus.receiver.session.WorkerFact;
import io.twinbus.receiver.session.WorkerIdentity;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** Writes down which messages died, and which calls failed. Thread-safe. */
final class FactLog implements FactListener {

  private static final long LOOK_AGAIN_MILLIS = 100;

  private final Clocks clocks;
  private final List<DeadMessage> dead = new ArrayList<>();
  private final Map<String, Integer> failures = new HashMap<>();

  FactLog(Clocks clocks) {
    this.clocks = clocks;
  }

  @Override
  public synchronized void on(WorkerIdentity who, WorkerFact fact) {
    String session = who.session().value();
    if (fact instanceof WorkerFact.Ended ended && ended.state() == EndState.DEAD) {
      dead.add(
          new DeadMessage(
              session, ended.message().message().value(), who.region().value(), ended.why()));
    } else if (fact instanceof WorkerFact.AttemptFailed) {
      failures.merge(session, 1, Integer::sum);
    }
    notifyAll();
  }

  synchronized List<DeadMessage> dead(String session) {
    return dead.stream().filter(each -> each.session().equals(session)).toList();
  }

  synchronized int failures(String session) {
    return failures.getOrDefault(session, 0);
  }

  /**
   * Waits until {@code look} finds something; it looks after each fact, and every 100 ms.
   *
   * @throws AssertionError with {@code otherwise} when it has found nothing after {@code bound}
   */
  <T> T await(Supplier<Optional<T>> look, Duration bound, Supplier<String> otherwise)
      throws InterruptedException {
    MonotonicTime end = clocks.now().monotonic().plus(bound);
    while (true) {
      Optional<T> found = look.get();
      if (found.isPresent()) {
        return found.get();
      }
      if (clocks.now().monotonic().isAtOrAfter(end)) {
        throw new AssertionError("Within %d s %s.".formatted(bound.toSeconds(), otherwise.get()));
      }
      synchronized (this) {
        wait(LOOK_AGAIN_MILLIS);
      }
    }
  }
}
