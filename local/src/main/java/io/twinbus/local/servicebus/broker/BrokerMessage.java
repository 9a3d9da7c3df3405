package io.twinbus.local.servicebus.broker;

import io.twinbus.local.servicebus.broker.admission.MessageContent;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A message that a queue holds: the unchanging content and what the broker knows about it. */
public final class BrokerMessage {

  /** What a message is doing; a lock is separate, since a deferred message can be locked too. */
  public enum State {
    /** Waiting for a receiver, or locked by one. */
    ACTIVE,
    /** Set aside; only its sequence number brings it back. */
    DEFERRED,
    /** Not visible before its time. */
    SCHEDULED
  }

  private final MessageContent content;
  private final long enqueuedSequenceNumber;
  private long sequenceNumber;
  private Instant enqueuedAt;
  private @Nullable Instant expiresAt;
  private int deliveryCount;
  private State state;
  private @Nullable MessageLock lock;
  private Map<String, Object> changedProperties = Map.of();
  private @Nullable String deadLetterSource;

  BrokerMessage(MessageContent content, long firstNumber, Instant enqueuedAt, State state) {
    this(content, firstNumber, firstNumber, enqueuedAt, state);
  }

  private BrokerMessage(
      MessageContent content, long original, long current, Instant enqueuedAt, State state) {
    this.content = content;
    this.enqueuedSequenceNumber = original;
    this.sequenceNumber = current;
    this.enqueuedAt = enqueuedAt;
    this.state = state;
  }

  /** A message as it was when its process ended; nobody has locked it now. */
  static BrokerMessage restored(StoredMessage stored) {
    BrokerMessage message =
        new BrokerMessage(
            stored.content(),
            stored.numbers().enqueued(),
            stored.numbers().current(),
            stored.times().enqueuedAt(),
            stored.state());
    message.expiresAt = stored.times().expiresAt();
    message.deliveryCount = stored.deliveryCount();
    message.changedProperties = stored.changes().properties();
    message.deadLetterSource = stored.changes().deadLetterSource();
    return message;
  }

  /** The copy of this message that goes into a dead-letter queue under a number of that queue. */
  BrokerMessage asDeadLetter(long newSequenceNumber, String source, Map<String, Object> why) {
    BrokerMessage copy =
        new BrokerMessage(
            content, enqueuedSequenceNumber, newSequenceNumber, enqueuedAt, State.ACTIVE);
    copy.deliveryCount = deliveryCount;
    copy.changedProperties = changedProperties;
    copy.change(why);
    copy.deadLetterSource = source;
    return copy;
  }

  /** What the producer sent. */
  public MessageContent content() {
    return content;
  }

  /** The queue's number for it; a scheduled message gets a new one when it becomes visible. */
  public long sequenceNumber() {
    return sequenceNumber;
  }

  /** The number it got first. */
  public long enqueuedSequenceNumber() {
    return enqueuedSequenceNumber;
  }

  /** When it became visible (or was accepted, while scheduled). */
  public Instant enqueuedAt() {
    return enqueuedAt;
  }

  /** When it stops being receivable; null: never. */
  public @Nullable Instant expiresAt() {
    return expiresAt;
  }

  /** How often a delivery of it failed: abandoned, or its lock ran out. */
  public int deliveryCount() {
    return deliveryCount;
  }

  /** What it is doing. */
  public State state() {
    return state;
  }

  /** The lock on it, or null. */
  public @Nullable MessageLock lock() {
    return lock;
  }

  /** Application properties that receivers or the broker added or replaced since it was sent. */
  public Map<String, Object> changedProperties() {
    return changedProperties;
  }

  /** For a dead letter: the entity it came from; else null. */
  public @Nullable String deadLetterSource() {
    return deadLetterSource;
  }

  boolean expired(Instant now) {
    return expiresAt != null && !expiresAt.isAfter(now);
  }

  void enqueue(long newSequenceNumber, Instant now, @Nullable Instant newExpiresAt) {
    sequenceNumber = newSequenceNumber;
    enqueuedAt = now;
    expiresAt = newExpiresAt;
    state = State.ACTIVE;
  }

  /** Back after it was settled: visible, as if nobody had received it. */
  void returned() {
    state = State.ACTIVE;
    lock = null;
  }

  void deferred() {
    state = State.DEFERRED;
  }

  void lockedBy(@Nullable MessageLock newLock) {
    lock = newLock;
  }

  void countFailedDelivery() {
    deliveryCount++;
  }

  void change(Map<String, Object> properties) {
    if (!properties.isEmpty()) {
      Map<String, Object> merged = new HashMap<>(changedProperties);
      merged.putAll(properties);
      changedProperties = merged;
    }
  }
}
