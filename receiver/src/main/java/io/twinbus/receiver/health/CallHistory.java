package io.twinbus.receiver.health;

import io.twinbus.protocol.SessionId;
import io.twinbus.protocol.time.MonotonicTime;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * When calls of which session last returned and last ended well, and which messages failed when, at
 * one instance.
 *
 * <p>Not thread-safe. Keeps the last failures of {@value #MOST} messages; what is forgotten makes a
 * failure count less, never more.
 */
final class CallHistory {

  static final Duration RECENT = Duration.ofSeconds(60);

  private static final int MOST = 10_000;

  /** One message of one session. */
  private record MessageName(SessionId session, String message) {}

  /** A call; {@code session} is null where another instance made it. */
  private record Call(@Nullable SessionId session, MonotonicTime at) {}

  /** The latest call, and the latest of another session: enough to ask for all but one session. */
  private static final class LatestCalls {

    private @Nullable Call latest;
    private @Nullable Call latestOther;

    void add(@Nullable SessionId session, MonotonicTime at) {
      Call before = latest;
      if (before != null && (before.session() == null || !before.session().equals(session))) {
        latestOther = before;
      }
      latest = new Call(session, at);
    }

    /** When a session other than {@code session} had one. */
    Optional<MonotonicTime> ofOthers(SessionId session) {
      Call call = latest == null || !session.equals(latest.session()) ? latest : latestOther;
      return Optional.ofNullable(call).map(Call::at);
    }

    Optional<MonotonicTime> any() {
      return Optional.ofNullable(latest).map(Call::at);
    }
  }

  private final LatestCalls returned = new LatestCalls();
  private final LatestCalls endedWell = new LatestCalls();

  /** Since when evidence against a message counts; by message, oldest first. */
  private final Map<MessageName, MonotonicTime> failures = new LinkedHashMap<>();

  /** A call of {@code session} has returned. */
  void called(SessionId session, MonotonicTime now) {
    returned.add(session, now);
  }

  /** The call of {@code message} has ended well. */
  void endedWell(SessionId session, String message, MonotonicTime now) {
    failures.remove(new MessageName(session, message));
    endedWell.add(session, now);
  }

  /** A call has ended well at another instance, at {@code at} or later. */
  void endedWellElsewhere(MonotonicTime at) {
    if (endedWell.any().filter(last -> last.isAtOrAfter(at)).isEmpty()) {
      endedWell.add(null, at);
    }
  }

  /** The message has ended otherwise, and its failures are of no interest. */
  void forget(SessionId session, String message) {
    failures.remove(new MessageName(session, message));
  }

  /**
   * Whether a call of another session has ended well since {@code message} failed: since its last
   * failure with {@link #failed}, which it must have had.
   */
  boolean hasEvidence(SessionId session, String message) {
    MonotonicTime since = failures.get(new MessageName(session, message));
    return since != null && otherEndedWellAfter(session, since);
  }

  /** From now on evidence against {@code message} is what ends well after {@code now}. */
  void failed(SessionId session, String message, MonotonicTime now) {
    MessageName name = new MessageName(session, message);
    failures.remove(name);
    failures.put(name, now);
    if (failures.size() > MOST) {
      failures.remove(failures.keySet().iterator().next());
    }
  }

  /** Whether {@link #failed} is known of {@code message}. */
  boolean hasFailed(SessionId session, String message) {
    return failures.containsKey(new MessageName(session, message));
  }

  /** Whether a call of a session other than {@code session} has ended well after {@code time}. */
  boolean otherEndedWellAfter(SessionId session, MonotonicTime time) {
    return endedWell.ofOthers(session).filter(at -> !time.isAtOrAfter(at)).isPresent();
  }

  /** Whether no session but {@code session} had a call within a minute. */
  boolean isLone(SessionId session, MonotonicTime now) {
    return returned.ofOthers(session).filter(at -> now.since(at).compareTo(RECENT) <= 0).isEmpty();
  }

  /** When a call last ended well; empty: none did. */
  Optional<MonotonicTime> lastEndedWell() {
    return endedWell.any();
  }
}
