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
 *       observer has not met: judging must not begin only when a session is met. The directive is
 *       read with the first of them that begins 2.5 s after it was read last.
 *   <li>In between, every twentieth of a lease (0.5 s), those that have stood still for half a
 *       lease, until they move or are judged dead. They are asked for together, at most {@value
 *       io.twinbus.ledger.store.LeaseStore#MOST_AT_ONCE} at a time; more than that take turns.
 *   <li>While no more than {@value #FEW} instances live, reads cost little, and are made more
 *       often: every 1.6 s and every 0.25 s. What lies between a last beat and the first read that
 *       shows it, beyond the age that counts, is time without progress after a death.
 *   <li>One read at a time. A failed one is repeated when the next one is due.
 * </ol>
 *
 * <p>Not thread-safe.
 */
public final class LeaseReads {

  private static final int FEW = 16;

  /**
   * How far apart reads are.
   *
   * @param all those of all leases
   * @param close those of the silent ones
   */
  private record Apart(Duration all, Duration close) {

    static Apart ofMany(Duration lease) {
      return new Apart(
          shorter(lease.dividedBy(4), Duration.ofMillis(2_500)),
          shorter(lease.dividedBy(20), Duration.ofMillis(500)));
    }

    static Apart ofFew(Duration lease) {
      return new Apart(
          shorter(lease.multipliedBy(4).dividedBy(25), Duration.ofMillis(1_600)),
          shorter(lease.dividedBy(40), Duration.ofMillis(250)));
    }

    private static Duration shorter(Duration one, Duration other) {
      return one.compareTo(other) < 0 ? one : other;
    }
  }

  /** What to do next. */
  public sealed interface Next {}

  /**
   * Read all leases now.
   *
   * @param withDirective whether the directive is due, too
   */
  public record All(boolean withDirective) implements Next {}

  /** Read the leases of {@code instances} now. */
  public record Some(Set<InstanceId> instances) implements Next {}

  /** Ask again at {@code until}. */
  public record Rest(MonotonicTime until) implements Next {}

  private final FailureDetector detector;
  private final Apart ofMany;
  private final Apart ofFew;
  private MonotonicTime allDue;
  private MonotonicTime directiveDue;
  private MonotonicTime closeDue;

  /**
   * Reads for {@code detector}; the first one is due at once.
   *
   * @param lease how long an instance may show no beat
   */
  public LeaseReads(FailureDetector detector, Duration lease, MonotonicTime now) {
    this.detector = detector;
    this.ofMany = Apart.ofMany(lease);
    this.ofFew = Apart.ofFew(lease);
    this.allDue = now;
    this.directiveDue = now;
    this.closeDue = now;
  }

  /** What to do at {@code now}; a read that it asks for is taken to begin then. */
  public Next next(MonotonicTime now) {
    Apart apart = detector.living() <= FEW ? ofFew : ofMany;
    if (now.isAtOrAfter(allDue)) {
      allDue = now.plus(apart.all());
      closeDue = now.plus(apart.close());
      boolean withDirective = now.isAtOrAfter(directiveDue);
      directiveDue = withDirective ? now.plus(ofMany.all()) : directiveDue;
      return new All(withDirective);
    }
    if (!now.isAtOrAfter(closeDue)) {
      return new Rest(closeDue);
    }
    Set<InstanceId> silent = detector.silent(LeaseStore.MOST_AT_ONCE);
    if (silent.isEmpty()) {
      return new Rest(allDue);
    }
    closeDue = MonotonicTime.earlier(now.plus(apart.close()), allDue);
    return new Some(silent);
  }
}
