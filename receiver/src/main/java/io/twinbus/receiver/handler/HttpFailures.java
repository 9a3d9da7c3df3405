package io.twinbus.receiver.handler;

import io.twinbus.receiver.FailureKind;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * The table of what an endpoint's status says of its message, and of the endpoint itself. 2xx and
 * 412 are not in it.
 *
 * <p>Immutable and thread-safe.
 */
public final class HttpFailures {

  /** The table as it is without settings. */
  public static final HttpFailures DEFAULT = new HttpFailures(Map.of());

  private static final Set<Integer> AWAY =
      Set.of(401, 402, 403, 404, 405, 407, 421, 426, 431, 451, 503);
  private static final Set<Integer> THROTTLED = Set.of(425, 429);
  private static final Set<Integer> END_UNKNOWN = Set.of(408, 502, 504);
  private static final int UNAVAILABLE = 503;
  private static final int FENCED = 412;

  private final Map<Integer, FailureKind> moved;

  private HttpFailures(Map<Integer, FailureKind> moved) {
    this.moved = Map.copyOf(moved);
  }

  /**
   * The table with the statuses moved that {@code text} names, as {@code 404=judged 500=throttled}.
   *
   * @return empty when the text cannot be read, or names a status that is no failure
   */
  public static Optional<HttpFailures> parse(String text) {
    Map<Integer, FailureKind> moved = new TreeMap<>();
    for (String word : text.strip().split("[\\s,]+", -1)) {
      String[] parts = word.split("=", -1);
      Optional<FailureKind> kind = parts.length == 2 ? kind(parts[1]) : Optional.empty();
      if (kind.isEmpty() || !parts[0].matches("[345]\\d\\d")) {
        return Optional.empty();
      }
      int status = Integer.parseInt(parts[0]);
      if (status == FENCED) {
        return Optional.empty();
      }
      moved.put(status, kind.get());
    }
    return Optional.of(new HttpFailures(moved));
  }

  private static Optional<FailureKind> kind(String word) {
    for (FailureKind kind : FailureKind.values()) {
      if (kind.name().toLowerCase(Locale.ROOT).replace('_', '-').equals(word)) {
        return Optional.of(kind).filter(found -> found != FailureKind.UNREACHED);
      }
    }
    return Optional.empty();
  }

  /** What {@code status} says; {@code asksToWait} tells of a Retry-After that can be read. */
  FailureKind of(int status, boolean asksToWait) {
    FailureKind named = moved.get(status);
    if (named != null) {
      return named;
    }
    if (THROTTLED.contains(status) || (status == UNAVAILABLE && asksToWait)) {
      return FailureKind.THROTTLED;
    }
    if (END_UNKNOWN.contains(status)) {
      return FailureKind.END_UNKNOWN;
    }
    if (AWAY.contains(status) || (status >= 300 && status < 400)) {
      return FailureKind.AWAY;
    }
    return status >= 400 && status < 500 ? FailureKind.JUDGED : FailureKind.AMBIGUOUS;
  }
}
