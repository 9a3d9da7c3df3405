package io.twinbus.receiver.handler;

import io.twinbus.protocol.settings.ValueType;
import io.twinbus.receiver.FailureKind;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

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

  private static final ValueType<Duration> WAIT =
      ValueType.duration(Duration.ZERO, HttpAnswer.LONGEST_RETRY_AFTER);

  /**
   * What a status means here.
   *
   * @param pause how long to wait before the next call, where the answer itself does not say; null:
   *     the configured back-off
   */
  private record Meaning(FailureKind kind, @Nullable Duration pause) {}

  private final Map<Integer, Meaning> moved;

  private HttpFailures(Map<Integer, Meaning> moved) {
    this.moved = Map.copyOf(moved);
  }

  /**
   * The table with the statuses moved that {@code text} names, as {@code 404=judged 500=throttled}.
   * A kind that is tried again may have its wait behind it, up to an hour: {@code
   * 409=ambiguous:30s}.
   *
   * @return empty when the text cannot be read, or names a status that is no failure
   */
  public static Optional<HttpFailures> parse(String text) {
    Map<Integer, Meaning> moved = new TreeMap<>();
    for (String word : text.strip().split("[\\s,]+", -1)) {
      String[] parts = word.split("=", -1);
      Optional<Meaning> meaning = parts.length == 2 ? meaning(parts[1]) : Optional.empty();
      if (meaning.isEmpty() || !parts[0].matches("[345]\\d\\d")) {
        return Optional.empty();
      }
      int status = Integer.parseInt(parts[0]);
      if (status == FENCED) {
        return Optional.empty();
      }
      moved.put(status, meaning.get());
    }
    return Optional.of(new HttpFailures(moved));
  }

  private static Optional<Meaning> meaning(String text) {
    String[] parts = text.split(":", -1);
    Optional<FailureKind> kind = parts.length > 2 ? Optional.empty() : kind(parts[0]);
    if (parts.length == 1) {
      return kind.map(found -> new Meaning(found, null));
    }
    return kind.filter(HttpFailures::isRepeatedAsItIs)
        .flatMap(
            found ->
                WAIT.parse(parts[1]) instanceof ValueType.Parsed.Value<Duration> wait
                    ? Optional.of(new Meaning(found, wait.value()))
                    : Optional.empty());
  }

  /** A judged message is not tried again, and an unknown end needs a renewed claim first. */
  private static boolean isRepeatedAsItIs(FailureKind kind) {
    return kind != FailureKind.JUDGED && kind != FailureKind.END_UNKNOWN;
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
    Meaning named = moved.get(status);
    if (named != null) {
      return named.kind();
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

  /** How long to wait after {@code status}, where the answer does not say so itself. */
  Optional<Duration> waitAfter(int status) {
    Meaning named = moved.get(status);
    return named == null ? Optional.empty() : Optional.ofNullable(named.pause());
  }
}
