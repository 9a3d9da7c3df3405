package io.twinbus.testkit.simulation;

import io.twinbus.protocol.Position;
import io.twinbus.protocol.SessionId;
import io.twinbus.protocol.StreamId;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Every message that was ever sent. */
final class Messages {

  private record Key(SessionId session, StreamId stream, long seq) {}

  private final Map<Key, SentMessage> all = new LinkedHashMap<>();

  void add(SentMessage message) {
    Position position = message.position();
    all.put(new Key(message.session, position.stream(), position.seq()), message);
  }

  @Nullable SentMessage find(SessionId session, StreamId stream, long seq) {
    return all.get(new Key(session, stream, seq));
  }

  Collection<SentMessage> all() {
    return all.values();
  }
}
