package io.twinbus.local.servicebus.broker;

import io.twinbus.local.servicebus.LifeRules;
import io.twinbus.local.servicebus.QueueSettings;
import io.twinbus.local.servicebus.broker.BrokerMessage.State;
import io.twinbus.local.servicebus.broker.admission.MessageContent;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** All messages of one entity by number and by time; knows nothing of sessions' owners. */
final class MessageStore {
  private static final Comparator<BrokerMessage> BY_DUE_TIME =
      Comparator.comparing(MessageStore::dueTime).thenComparing(BrokerMessage::sequenceNumber);

  private final Supplier<QueueSettings> settings;
  private final EntityJournal journal;
  private final NavigableMap<Long, BrokerMessage> bySequence = new TreeMap<>();
  private final NavigableSet<BrokerMessage> scheduled = new TreeSet<>(BY_DUE_TIME);
  // Unlocked messages only: expiry is not enforced on a locked one.
  private final NavigableSet<BrokerMessage> expiring = new TreeSet<>(BY_DUE_TIME);
  private long lastSequenceNumber;
  private long sizeBytes;
  private int deferred;

  MessageStore(Supplier<QueueSettings> settings, EntityJournal journal) {
    this.settings = settings;
    this.journal = journal;
  }

  /** What was here when the process ended is here again; no number of it is given out twice. */
  List<BrokerMessage> recover(EntityContents contents) {
    lastSequenceNumber = contents.lastSequenceNumber();
    List<BrokerMessage> messages = new ArrayList<>();
    for (StoredMessage stored : contents.messages()) {
      BrokerMessage message = BrokerMessage.restored(stored);
      place(message);
      if (message.state() == State.SCHEDULED) {
        scheduled.add(message);
      } else if (message.state() == State.DEFERRED) {
        deferred++;
      }
      messages.add(message);
    }
    return messages;
  }

  /** A new message that is visible from now on. */
  BrokerMessage append(MessageContent content, Instant now) {
    return appendCopy(content, lastSequenceNumber + 1, now);
  }

  /** A message that a topic got under a number of its own, visible from now on. */
  BrokerMessage appendCopy(MessageContent content, long originalNumber, Instant now) {
    BrokerMessage message = new BrokerMessage(content, originalNumber, now, State.ACTIVE);
    message.enqueue(++lastSequenceNumber, now, expiryOf(content, now));
    insert(message);
    return message;
  }

  /** A number for a message that is not kept here. */
  long nextNumber() {
    journal.numbered(++lastSequenceNumber);
    return lastSequenceNumber;
  }

  /** A new message that waits for its time. */
  BrokerMessage schedule(MessageContent content, Instant now) {
    BrokerMessage message = new BrokerMessage(content, ++lastSequenceNumber, now, State.SCHEDULED);
    insert(message);
    scheduled.add(message);
    return message;
  }

  /** A message that another entity has given up. */
  BrokerMessage appendDeadLetter(BrokerMessage from, String source, Map<String, Object> why) {
    BrokerMessage message = from.asDeadLetter(++lastSequenceNumber, source, why);
    insert(message);
    return message;
  }

  /** The scheduled messages whose time has come, still under their old numbers. */
  List<BrokerMessage> pollAllDue(Instant now) {
    if (scheduled.isEmpty() || dueTime(scheduled.first()).isAfter(now)) {
      return List.of();
    }
    List<BrokerMessage> due = new ArrayList<>();
    while (!scheduled.isEmpty() && !dueTime(scheduled.first()).isAfter(now)) {
      due.add(scheduled.pollFirst());
    }
    return due;
  }

  /**
   * Makes a message that was scheduled visible, under a new number; its life began when it was due,
   * however late that is noticed.
   */
  void activate(BrokerMessage message) {
    Instant due = dueTime(message);
    bySequence.remove(message.sequenceNumber());
    journal.removed(message.sequenceNumber());
    message.enqueue(++lastSequenceNumber, due, expiryOf(message.content(), due));
    bySequence.put(message.sequenceNumber(), message);
    journal.numbered(lastSequenceNumber);
    changed(message);
  }

  /** One that had expired at that moment and is still here; or null. */
  @Nullable BrokerMessage firstExpired(Instant moment) {
    BrokerMessage first = expiring.isEmpty() ? null : expiring.first();
    return first != null && first.expired(moment) ? first : null;
  }

  /** When the next message expires; null: none does. */
  @Nullable Instant nextExpiry() {
    return expiring.isEmpty() ? null : expiring.first().expiresAt();
  }

  /** When scheduled messages are to be looked after next, at the end of a window; or null. */
  @Nullable Instant nextDue(Duration window) {
    return scheduled.isEmpty() ? null : ActivationWindow.end(dueTime(scheduled.first()), window);
  }

  /** The messages whose time has not come under these numbers; empty unless all are such. */
  List<BrokerMessage> findScheduled(List<Long> sequenceNumbers) {
    List<BrokerMessage> found = new ArrayList<>();
    for (long number : sequenceNumbers) {
      BrokerMessage message = bySequence.get(number);
      if (message == null || message.state() != State.SCHEDULED) {
        return List.of();
      }
      found.add(message);
    }
    return found;
  }

  @Nullable BrokerMessage find(long sequenceNumber) {
    return bySequence.get(sequenceNumber);
  }

  void remove(BrokerMessage message) {
    if (bySequence.remove(message.sequenceNumber()) != null) {
      journal.removed(message.sequenceNumber());
      sizeBytes -= message.content().sizeBytes();
      mayExpire(message, false);
      if (message.state() == State.SCHEDULED) {
        scheduled.remove(message);
      } else if (message.state() == State.DEFERRED) {
        deferred--;
      }
    }
  }

  void defer(BrokerMessage message) {
    if (message.state() != State.DEFERRED) {
      message.deferred();
      deferred++;
    }
    changed(message);
  }

  /** Says whether the message is unlocked and visible, so that its time to live can end it. */
  void mayExpire(BrokerMessage message, boolean may) {
    if (message.expiresAt() == null) {
      return;
    }
    if (may) {
      expiring.add(message);
    } else {
      expiring.remove(message);
    }
  }

  NavigableMap<Long, BrokerMessage> bySequence() {
    return bySequence;
  }

  /** A message that was removed is here again, as it was. */
  void restore(BrokerMessage message) {
    message.returned();
    insert(message);
  }

  long sizeBytes() {
    return sizeBytes;
  }

  int scheduledCount() {
    return scheduled.size();
  }

  int deferredCount() {
    return deferred;
  }

  int count() {
    return bySequence.size();
  }

  /** Something of the message that outlives the process is another now. */
  void changed(BrokerMessage message) {
    journal.stored(message);
  }

  private void insert(BrokerMessage message) {
    place(message);
    journal.numbered(lastSequenceNumber);
    journal.stored(message);
  }

  private void place(BrokerMessage message) {
    bySequence.put(message.sequenceNumber(), message);
    sizeBytes += message.content().sizeBytes();
  }

  private @Nullable Instant expiryOf(MessageContent content, Instant now) {
    Duration own = content.timeToLive();
    Duration cap = settings.get().life().defaultTimeToLive();
    Duration effective = own == null || own.compareTo(cap) > 0 ? cap : own;
    return effective.compareTo(LifeRules.FOREVER) >= 0 ? null : now.plus(effective);
  }

  private static Instant dueTime(BrokerMessage message) {
    Instant due =
        message.state() == State.SCHEDULED
            ? message.content().scheduledEnqueueTime()
            : message.expiresAt();
    return due == null ? Instant.MAX : due;
  }
}
