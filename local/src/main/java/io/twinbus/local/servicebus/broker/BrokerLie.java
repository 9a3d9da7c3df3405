package io.twinbus.local.servicebus.broker;

import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A rule of Service Bus that a broker breaks when it was told to, so that a check of the rule can
 * be seen to notice.
 */
public enum BrokerLie {
  /** A session that a receiver holds is given to another receiver, too. */
  SESSIONS_SHARED,
  /** Messages of a session are delivered with the newest first. */
  SESSIONS_REVERSED,
  /** Scheduled messages are visible at once. */
  SCHEDULED_AT_ONCE,
  /** A message whose id another message of the queue has is accepted and dropped. */
  EQUAL_IDS_DROPPED,
  /** Locks of sessions hold for a hundred times their duration. */
  LOCKS_KEPT,
  /** Renewing a session's lock is confirmed and does not extend it. */
  RENEWALS_IGNORED,
  /**
   * After ten renewals of a session's lock each further one is confirmed and does not extend it.
   */
  RENEWALS_BOUNDED,
  /** Peeking does not show messages that are locked. */
  LOCKED_NOT_PEEKED,
  /** Peeking does not show scheduled messages. */
  SCHEDULED_NOT_PEEKED,
  /** Delivery counts do not rise when a message is abandoned or its lock ends. */
  DELIVERIES_UNCOUNTED,
  /** A message that is dead-lettered vanishes. */
  DEAD_LETTERS_DROPPED,
  /** A message that was completed is delivered again. */
  COMPLETED_KEPT,
  /** A receiver that closes raises the delivery count of the messages that it holds. */
  CLOSE_COUNTED,
  /** Taking a scheduled message back is confirmed, and it becomes visible all the same. */
  CANCEL_IGNORED,
  /** Of a batch the last message is accepted and not stored. */
  BATCHES_CUT,
  /** A receiver that asks for any session is not given one that was there before. */
  WAITING_SESSIONS_PASSED_OVER,
  /** What is sent over a link that was idle for its time is accepted and not stored. */
  IDLE_SENDS_DROPPED;

  /** Its name in JSON, such as {@code sessions-shared}. */
  public String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** The lie of this name. */
  public static Optional<BrokerLie> labelled(String label) {
    return Stream.of(values()).filter(one -> one.label().equals(label)).findFirst();
  }
}
