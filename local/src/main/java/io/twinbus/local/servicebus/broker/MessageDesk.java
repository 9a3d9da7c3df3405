package io.twinbus.local.servicebus.broker;

import io.twinbus.local.servicebus.broker.admission.Refusal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What one can do with an entity's messages by naming their sequence numbers. Not thread-safe. */
public final class MessageDesk {
  private final CatchUp time;
  private final MessageLifecycle messages;

  MessageDesk(CatchUp time, MessageLifecycle messages) {
    this.time = time;
    this.messages = messages;
  }

  /** Takes back messages whose time has not come: all of them, or none. */
  public Optional<Refusal> cancelScheduled(List<Long> sequenceNumbers) {
    time.catchUp();
    List<BrokerMessage> found = messages.store().findScheduled(sequenceNumbers);
    if (found.size() != sequenceNumbers.size()) {
      return Optional.of(Refusal.MESSAGE_NOT_FOUND);
    }
    if (!messages.lies(BrokerLie.CANCEL_IGNORED)) {
      found.forEach(messages::remove);
    }
    return Optional.empty();
  }

  /**
   * Locks deferred messages, all or none: with sessions, under the lock of the session's holder.
   */
  public DeferredResult receiveDeferred(List<Long> sequenceNumbers, @Nullable String sessionId) {
    Instant now = time.catchUp();
    if (!messages.givesOut()) {
      return new DeferredResult.Refused(Refusal.ENTITY_DISABLED);
    }
    messages.collectExpired(now);
    Attachment holder = null;
    if (messages.sessions() != null) {
      Session session = sessionId == null ? null : messages.sessions().find(sessionId);
      holder = session == null ? null : session.holder();
      if (holder == null) {
        return new DeferredResult.Refused(Refusal.SESSION_LOCK_LOST);
      }
    }
    List<BrokerMessage> found = new ArrayList<>();
    for (long number : sequenceNumbers) {
      BrokerMessage message = messages.store().find(number);
      if (message != null && message.lock() == null && message.expired(now)) {
        messages.expire(message, now);
        message = null;
      }
      if (message == null
          || message.state() != BrokerMessage.State.DEFERRED
          || message.lock() != null
          || (holder != null && holder.line().all().get(number) != message)) {
        return new DeferredResult.Refused(Refusal.MESSAGE_NOT_FOUND);
      }
      found.add(message);
    }
    List<MessageLock> taken = new ArrayList<>();
    for (BrokerMessage message : found) {
      taken.add(messages.lock(message, holder, now));
    }
    return new DeferredResult.Received(taken);
  }

  /** Up to {@code max} messages in whatever state, from a sequence number on, without locking. */
  public List<BrokerMessage> peek(long fromSequenceNumber, int max, @Nullable String sessionId) {
    time.catchUp();
    var all = messages.store().bySequence();
    if (sessionId != null && messages.sessions() != null) {
      Session session = messages.sessions().find(sessionId);
      if (session == null) {
        return List.of();
      }
      all = session.line().all();
    }
    return all.tailMap(fromSequenceNumber, true).values().stream()
        .filter(this::isShown)
        .limit(max)
        .toList();
  }

  private boolean isShown(BrokerMessage message) {
    boolean isScheduled = message.state() == BrokerMessage.State.SCHEDULED;
    return !(isScheduled && messages.lies(BrokerLie.SCHEDULED_NOT_PEEKED))
        && !(message.lock() != null && messages.lies(BrokerLie.LOCKED_NOT_PEEKED));
  }
}
