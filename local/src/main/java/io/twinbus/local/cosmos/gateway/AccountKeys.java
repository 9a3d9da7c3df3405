package io.twinbus.local.cosmos.gateway;

import io.twinbus.local.cosmos.http.Reply;
import io.twinbus.local.cosmos.http.Request;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.format.DateTimeFormatter;
import java.util.Optional;

/** The keys of an account and what they allow. Thread-safe. */
public final class AccountKeys {
  private static final Duration MAX_SKEW = Duration.ofMinutes(15);

  private final MasterKey readWrite;
  private final MasterKey readOnly;
  private final InstantSource clock;

  // Requests of one second carry the same date, and reading it costs as much as a signature.
  private volatile Dated last = new Dated("", Instant.MIN);

  /**
   * Two keys.
   *
   * @param clock the clients' clock, by which a signature's date is at most 15 minutes off
   */
  public AccountKeys(MasterKey readWrite, MasterKey readOnly, InstantSource clock) {
    this.readWrite = readWrite;
    this.readOnly = readOnly;
    this.clock = clock;
  }

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
      Duration off = Duration.between(signedAt(date), clock.instant());
      return off.abs().compareTo(MAX_SKEW) <= 0;
    } catch (DateTimeException e) {
      return false;
    }
  }

  private Instant signedAt(String date) {
    Dated known = last;
    if (!known.text().equals(date)) {
      known = new Dated(date, Instant.from(DateTimeFormatter.RFC_1123_DATE_TIME.parse(date)));
      last = known;
    }
    return known.instant();
  }

  private record Dated(String text, Instant instant) {}
}
