package io.twinbus.ledger.audit;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * Which entries are wanted: those from {@code from} to before {@code to}.
 *
 * <p>Immutable and thread-safe.
 *
 * @param from the earliest time
 * @param to the time after the latest
 * @param kind this kind of act alone
 * @param by this author alone: a name or an oid
 * @param session this session alone
 * @param message this message alone
 */
public record AuditFilter(
    Instant from,
    Instant to,
    Optional<String> kind,
    Optional<String> by,
    Optional<String> session,
    Optional<String> message) {

  /** The longest time that one question may span, which is longer than entries are kept. */
  public static final int MAX_DAYS = 800;

  /**
   * @throws IllegalArgumentException when the time is empty, or longer than {@value #MAX_DAYS} days
   */
  public AuditFilter {
    if (!from.isBefore(to)) {
      throw new IllegalArgumentException(
          "The time from %s to %s is empty: give an end after the begin.".formatted(from, to));
    }
    if (Duration.between(from, to).toDays() > MAX_DAYS) {
      throw new IllegalArgumentException(
          "The time from %s to %s is longer than %d days: ask for a shorter one."
              .formatted(from, to, MAX_DAYS));
    }
  }

  /** All entries from {@code from} to before {@code to}. */
  public static AuditFilter between(Instant from, Instant to) {
    return new AuditFilter(
        from, to, Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());
  }
}
