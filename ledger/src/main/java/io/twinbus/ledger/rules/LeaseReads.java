package io.twinbus.ledger.rules;

import io.twinbus.ledger.InstanceId;
import io.twinbus.ledger.store.LeaseStore;
import io.twinbus.protocol.time.MonotonicTime;
import java.time.Duration;
import java.util.Set;

/**
 * When an observer reads which leases. Its cost does not depend on how many sessions there are, and
 * hardly on how many instances fall silent at once.
 *
 * <ol>
 *   <li>All leases, every quarter of a lease (2.5 s), also those of instances whose sessions the
 *       observer has not met: judging must not begin only when a session is met.
 *   <li>In between, every twentieth of a lease (0.5 s), those that have stood still for half a
 *       lease, until they move or are judged dead. They are asked for together, at most {@value
 *       io.twinbus.ledger.store.LeaseStore#MOST_AT_ONCE} at a time; more than that take turns.
 *   <li>One read at a time. A failed one is repeated when the next one is due.
 * </ol>
 *
 * <p>Not thread-safe.
 */
public final class LeaseReads {

  private static final Duration LONGEST = Duration.ofMillis(2_500);
  private static final Duration LONGEST_CLOSE = Duration.ofMillis(500);

  /** What to do next. */
  public sealed interface Next {}

  /** Read all leases now. */
  public record All() implements Next {}

  /** Read the leases of {@code instances} now. */
  public record Some(Set<InstanceId> instances) implements Next {}

  /** Ask again at {@code until}. */
  public record Rest(MonotonicTime until) implements Next {}

  private final FailureDetector detector;
  private final Duration apart;
  private final Duration closeApart;
  private MonotonicTime allDue;
  private MonotonicTime closeDue;

  /**
   * Reads for {@code detector}; the first one is due at once.
   *
   * @param lease how long an instance may show no beat
   */
  public LeaseReads(FailureDetector detector, Duration lease, MonotonicTime now) {
    this.detector = detector;
    this.apart = shorter(lease.dividedBy(4), LONGEST);
    this.closeApart = shorter(lease.dividedBy(20), LONGEST_CLOSE);
    this.allDue = now;
    this.closeDue = now;
  }

  private static Duration shorter(Duration one, Duration other) {
    return one.compareTo(other) < 0 ? one : other;
  }

  /** What to do at {@code now}; a read that it asks for is taken to begin then. */
  public Next next(MonotonicTime now) {
    if (now.isAtOrAfter(allDue)) {
      allDue = now.plus(apart);
      closeDue = now.plus(closeApart);
      return new All();
    }
    if (!now.isAtOrAfter(closeDue)) {
      return new Rest(closeDue);
    }
    Set<InstanceId> silent = detector.silent(LeaseStore.MOST_AT_ONCE);
    if (silent.isEmpty()) {
      return new Rest(allDue);
    }
    closeDue = MonotonicTime.earlier(now.plus(closeApart), allDue);
    return new Some(silent);
  }
}
