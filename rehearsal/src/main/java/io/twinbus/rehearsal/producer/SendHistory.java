package io.twinbus.rehearsal.producer;

import io.twinbus.protocol.time.MonotonicTime;
import io.twinbus.rehearsal.input.InputMessage;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * What became of each message where producers are killed: who sent it, when first, and whether
 * anybody was told that it is safe. Thread-safe.
 */
public final class SendHistory {

  private final Map<Key, Sending> sendings = new HashMap<>();
  private final Map<String, Set<String>> incarnationsBySession = new HashMap<>();
  private long acknowledged;
  private long failed;
  private Optional<String> firstFailure = Optional.empty();

  private record Key(String session, String id) {
    static Key of(InputMessage message) {
      return new Key(message.session().value(), message.id().value());
    }
  }

  private static final class Sending {
    private final MonotonicTime first;
    private final Set<String> incarnations = new HashSet<>();
    private boolean safe;
    private boolean refused;

    Sending(MonotonicTime first) {
      this.first = first;
    }
  }

  /** Notes that {@code incarnation} of a producer is about to send {@code message}. */
  public synchronized void sent(InputMessage message, String incarnation, MonotonicTime at) {
    sendings.computeIfAbsent(Key.of(message), key -> new Sending(at)).incarnations.add(incarnation);
    incarnationsBySession
        .computeIfAbsent(message.session().value(), session -> new TreeSet<>())
        .add(incarnation);
  }

  /** Notes that its producer was told that {@code message} is safe. */
  public synchronized void acknowledged(InputMessage message) {
    Sending sending = sendings.get(Key.of(message));
    if (sending != null && !sending.safe) {
      sending.safe = true;
      acknowledged++;
    }
  }

  /** Notes that its producer was told that {@code message} was not accepted, and {@code why}. */
  public synchronized void failed(InputMessage message, String why) {
    Sending sending = sendings.get(Key.of(message));
    if (sending != null && !sending.refused) {
      sending.refused = true;
      failed++;
      firstFailure = firstFailure.or(() -> Optional.of(why));
    }
  }

  /** Whether a producer was told that {@code message} is safe. */
  public synchronized boolean isAcknowledged(InputMessage message) {
    Sending sending = sendings.get(Key.of(message));
    return sending != null && sending.safe;
  }

  /** Whether a producer was told anything about {@code message}. */
  public synchronized boolean isAnswered(InputMessage message) {
    Sending sending = sendings.get(Key.of(message));
    return sending != null && (sending.safe || sending.refused);
  }

  /** When the message was sent for the first time; empty when it was not. */
  public synchronized Optional<MonotonicTime> sentAt(String session, String id) {
    return Optional.ofNullable(sendings.get(new Key(session, id))).map(sending -> sending.first);
  }

  /** By how many incarnations {@code message} was sent. */
  public synchronized int timesSent(InputMessage message) {
    Sending sending = sendings.get(Key.of(message));
    return sending == null ? 0 : sending.incarnations.size();
  }

  /** The sessions to which more than one incarnation has sent: their streams are several. */
  public synchronized Set<String> resumedSessions() {
    Set<String> resumed = new HashSet<>();
    incarnationsBySession.forEach(
        (session, incarnations) -> {
          if (incarnations.size() > 1) {
            resumed.add(session);
          }
        });
    return resumed;
  }

  /** How many messages were sent. */
  public synchronized long sent() {
    return sendings.size();
  }

  /** How many messages are safe. */
  public synchronized long acknowledged() {
    return acknowledged;
  }

  /** How many messages were not accepted. */
  public synchronized long failed() {
    return failed;
  }

  /** Why the first message that was not accepted was not; empty when all were. */
  public synchronized Optional<String> firstFailure() {
    return firstFailure;
  }
}
