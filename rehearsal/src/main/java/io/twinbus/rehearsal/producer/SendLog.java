package io.twinbus.rehearsal.producer;

import io.twinbus.protocol.time.MonotonicTime;
import io.twinbus.rehearsal.input.InputMessage;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** When each message of a run was sent, and which ones are safe. Thread-safe. */
public final class SendLog implements SendObserver {

  private final Map<Key, MonotonicTime> sent = new HashMap<>();
  private final Set<Key> acknowledged = new HashSet<>();
  private final SendCounts counts = new SendCounts();

  private record Key(String session, String id) {
    static Key of(InputMessage message) {
      return new Key(message.session().value(), message.id().value());
    }
  }

  @Override
  public synchronized void sent(InputMessage message, MonotonicTime at) {
    sent.put(Key.of(message), at);
    counts.sent(message, at);
  }

  @Override
  public synchronized void acknowledged(InputMessage message) {
    acknowledged.add(Key.of(message));
    counts.acknowledged(message);
  }

  @Override
  public void failed(InputMessage message, Throwable failure) {
    counts.failed(message, failure);
  }

  /** When the message was sent; empty when it was not. */
  public synchronized Optional<MonotonicTime> sentAt(String session, String id) {
    return Optional.ofNullable(sent.get(new Key(session, id)));
  }

  /** Whether the sender said that the message is safe. */
  public synchronized boolean isAcknowledged(InputMessage message) {
    return acknowledged.contains(Key.of(message));
  }

  /** How many there are of each kind. */
  public SendCounts counts() {
    return counts;
  }
}
