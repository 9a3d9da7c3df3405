package io.twinbus.receiver.health;

import io.twinbus.protocol.SessionId;
import io.twinbus.protocol.time.MonotonicTime;
import java.time.Duration;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * When calls of which session last ended well, and which messages failed when, at one instance.
 *
 * <p>Not thread-safe. Keeps the last calls of {@value #MOST} sessions and the last failures of as
 * many messages; what is forgotten makes a failure count less, never more.
 */
final class CallHistory {

  static final Duration RECENT = Duration.ofSeconds(60);

  private static final int MOST = 10_000;

  /** One message of one session. */
  private record MessageName(SessionId session, String message) {}

  /** A call that ended well; {@code session} is null where another instance made it. */
  private record Success(@Nullable SessionId session, MonotonicTime at) {}

  /** By session, oldest first. */
  private final Map<SessionId, MonotonicTime> lastCalls = new LinkedHashMap<>();

  /** By message, oldest first. */
  private final Map<MessageName, MonotonicTime> failures = new LinkedHashMap<>();

  private @Nullable Success latest;

  /** The latest of a session other than that of {@link #latest}. */
  private @Nullable Success latestOther;

  /** A call of {@code session} has returned. */
  void called(SessionId session, MonotonicTime now) {
    putLast(lastCalls, session, now);
    Iterator<MonotonicTime> oldest = lastCalls.values().iterator();
    while (oldest.hasNext() && now.since(oldest.next()).compareTo(RECENT) > 0) {
      oldest.remove();
    }
  }

  /** The call of {@code message} has ended well. */
  void endedWell(SessionId session, String message, MonotonicTime now) {
    failures.remove(new MessageName(session, message));
    add(new Success(session, now));
  }

  /** A call has ended well at another instance, at {@code at} or later. */
  void endedWellElsewhere(MonotonicTime at) {
    if (latest == null || !latest.at().isAtOrAfter(at)) {
      add(new Success(null, at));
    }
  }

  private void add(Success next) {
    Success before = latest;
    if (before != null && (before.session() == null || !before.session().equals(next.session()))) {
      latestOther = before;
    }
    latest = next;
  }

  /** The message has ended otherwise, and its failures are of no interest. */
  void forget(SessionId session, String message) {
    failures.remove(new MessageName(session, message));
  }

  /**
   * Notes that {@code message} failed.
   *
   * @return when it failed before; empty: it did not, as far as is known
   */
  Optional<MonotonicTime> failed(SessionId session, String message, MonotonicTime now) {
    return Optional.ofNullable(putLast(failures, new MessageName(session, message), now));
  }

  /** Whether a call of a session other than {@code session} has ended well after {@code time}. */
  boolean otherEndedWellAfter(SessionId session, MonotonicTime time) {
    return isOfAnother(latest, session, time) || isOfAnother(latestOther, session, time);
  }

  private static boolean isOfAnother(
      @Nullable Success success, SessionId session, MonotonicTime time) {
    return success != null && !session.equals(success.session()) && !time.isAtOrAfter(success.at());
  }

  /** Whether no session but {@code session} had a call within a minute. */
  boolean isLone(SessionId session, MonotonicTime now) {
    return lastCalls.entrySet().stream()
        .noneMatch(
            call ->
                !call.getKey().equals(session)
                    && now.since(call.getValue()).compareTo(RECENT) <= 0);
  }

  /** When a call last ended well; empty: none did. */
  Optional<MonotonicTime> lastEndedWell() {
    return Optional.ofNullable(latest).map(Success::at);
  }

  private static <K> @Nullable MonotonicTime putLast(
      Map<K, MonotonicTime> map, K key, MonotonicTime now) {
    MonotonicTime before = map.remove(key);
    map.put(key, now);
    if (map.size() > MOST) {
      map.remove(map.keySet().iterator().next());
    }
    return before;
  }
}
