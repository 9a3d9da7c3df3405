package io.twinbus.local.cosmos.gateway;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.format.DateTimeFormatter;
import java.util.Optional;

/**
 * The keys of an account and what they allow. Thread-safe.
 *
 * @param clock the clients' clock, by which a signature's date is at most 15 minutes off
 */
public record AccountKeys(MasterKey readWrite, MasterKey readOnly, InstantSource clock) {
  private static final Duration MAX_SKEW = Duration.ofMinutes(15);

  /** What speaks against a request; empty if it is signed as it has to be. */
  Optional<Reply> refusal(Request request, boolean changes) {
    boolean mayWrite = readWrite.signed(request);
    if (!mayWrite && !readOnly.signed(request)) {
      return Optional.of(
          Reply.error(
              401, "The authorization token is missing or was not made with this account's key."));
    }
    if (!isRecent(String.valueOf(MasterKey.date(request)))) {
      return Optional.of(
          Reply.error(403, "The authorization token is not valid at the current time."));
    }
    return mayWrite || !changes
        ? Optional.empty()
        : Optional.of(Reply.error(403, "The read-only key allows no writes."));
  }

  private boolean isRecent(String date) {
    try {
      Instant signed = Instant.from(DateTimeFormatter.RFC_1123_DATE_TIME.parse(date));
      return Duration.between(signed, clock.instant()).abs().compareTo(MAX_SKEW) <= 0;
    } catch (DateTimeException e) {
      return false;
    }
  }
}
