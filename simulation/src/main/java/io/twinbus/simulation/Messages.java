package io.twinbus.simulation;

import io.twinbus.ledger.MessageKey;
import io.twinbus.ledger.rules.Horizon;
import io.twinbus.protocol.Position;
import io.twinbus.protocol.SessionId;
import io.twinbus.protocol.StreamId;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Every message that was ever sent. */
final class Messages {

  private static final Horizon HORIZON = Horizon.ofDefaults();

  private record Key(SessionId session, StreamId stream, long seq) {}

  private final Map<Key, SentMessage> all = new LinkedHashMap<>();

  /** The same, by session. */
  private final Map<SessionId, Map<Key, SentMessage>> ofSessions = new LinkedHashMap<>();

  private final Set<SessionId> sessions = new LinkedHashSet<>();
  private final Map<String, SentMessage> singles = new LinkedHashMap<>();
  private boolean isByMessage;

  /** From now on every message has a record of its own. */
  void byMessage() {
    isByMessage = true;
  }

  void add(SentMessage message) {
    sessions.add(message.session);
    message.isSingle = isByMessage || message.isForeign;
    message.isStateless = isByMessage;
    if (message.isSingle) {
      singles.put(message.key() + " " + message.session, message);
    }
    if (message.isForeign) {
      return;
    }
    Position position = message.position();
    Key key = new Key(message.session, position.stream(), position.seq());
    all.put(key, message);
    ofSessions.computeIfAbsent(message.session, fresh -> new LinkedHashMap<>()).put(key, message);
  }

  @Nullable SentMessage find(SessionId session, StreamId stream, long seq) {
    return all.get(new Key(session, stream, seq));
  }

  /** Number {@code seq} of the stream of {@code message}. */
  @Nullable SentMessage inStreamOf(SentMessage message, long seq) {
    return find(message.session, message.position().stream(), seq);
  }

  /**
   * Whether number {@code seq} was sent before the history began, longer ago than is remembered.
   */
  boolean isLongPast(SessionId session, StreamId stream, long seq) {
    return find(session, stream, seq) == null
        && ofSessions.getOrDefault(session, Map.of()).values().stream()
            .filter(message -> message.position().stream().equals(stream))
            .filter(message -> message.position().prev() >= seq)
            .map(message -> message.headers.previousSentAt())
            .anyMatch(sentAt -> sentAt != null && HORIZON.isBeyond(sentAt, ProcessClock.START));
  }

  /** The one whose own record is called {@code key}. */
  @Nullable SentMessage single(SessionId session, MessageKey key) {
    return singles.get(key + " " + session);
  }

  /** Those that have records of their own. */
  Collection<SentMessage> singles() {
    return singles.values();
  }

  /** The sessions that a message was ever sent to, the first one first. */
  Set<SessionId> sessions() {
    return Collections.unmodifiableSet(sessions);
  }

  /** Those of {@code session} that a cursor tells of. */
  Collection<SentMessage> of(SessionId session) {
    return isByMessage ? List.of() : ofSessions.getOrDefault(session, Map.of()).values();
  }

  /** Those that a cursor tells of. */
  Collection<SentMessage> all() {
    return isByMessage ? List.of() : all.values();
  }
}
