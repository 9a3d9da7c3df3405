package io.twinbus.local.servicebus.broker;

import io.twinbus.local.servicebus.InvalidEndpointSettingException;
import io.twinbus.local.servicebus.QueueSettings;
import io.twinbus.local.servicebus.ReceiveRules;
import io.twinbus.local.servicebus.broker.BrokerMessage.State;
import io.twinbus.local.servicebus.broker.admission.MessageContent;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The moves of an entity's messages between their places; nothing else moves them.
 *
 * <pre>
 * sent ──> SCHEDULED ──(due)──> ready ──(take)──> locked ──> gone | dead-letter queue
 *   └───────────────────────────> ^ └──(expiry)─> gone | DLQ  ├──> deferred ──(by number)──> locked
 *                                 └────(abandon, lock ended)──┘
 * </pre>
 */
final class MessageLifecycle {
  private final String name;
  // How long an expired message that nobody asks for stays where peeking finds it.
  private static final Duration COLLECT_AFTER = Duration.ofSeconds(30);

  private final Supplier<QueueSettings> settings;
  private final MessageStore store;
  private final LockTable locks;
  private final Mishaps mishaps;
  private final @Nullable SessionTable sessions;
  private final @Nullable MessageLifecycle deadLetters;
  private final SharedReceivers shared = new SharedReceivers();
  private final MessageLine sharedLine = new MessageLine();
  private int ready;

  MessageLifecycle(
      String name,
      Supplier<QueueSettings> settings,
      LockTable locks,
      Surroundings around,
      @Nullable MessageLifecycle deadLetters) {
    this.name = name;
    this.settings = settings;
    this.locks = locks;
    this.mishaps = around.mishaps();
    this.deadLetters = deadLetters;
    EntityJournal journal = around.journal().of(name);
    this.store = new MessageStore(settings, journal);
    this.sessions =
        settings.get().receiving().requiresSession()
            ? new SessionTable(this::sessionLock, journal)
            : null;
  }

  MessageStore store() {
    return store;
  }

  @Nullable SessionTable sessions() {
    return sessions;
  }

  SharedReceivers shared() {
    return shared;
  }

  MessageLine sharedLine() {
    return sharedLine;
  }

  /** Whether receivers are served. */
  boolean givesOut() {
    return settings.get().life().status().receives();
  }

  int readyCount() {
    return ready;
  }

  /** What was here when the process ended is here again, and nobody has locked it. */
  void recover(EntityContents contents, Instant now) {
    for (BrokerMessage message : store.recover(contents)) {
      if (sessions != null && message.content().sessionId() == null) {
        throw new InvalidEndpointSettingException(
            "'" + name + "' requires sessions, and messages without one are kept for it.");
      }
      lineOf(message).add(message);
      if (message.state() == State.ACTIVE) {
        makeReady(message, now);
      }
    }
    if (sessions != null) {
      contents.sessionStates().forEach(sessions::recoverState);
    }
  }

  /** A producer's message enters; answers its sequence number. */
  long enter(MessageContent content, Instant now) {
    if (mishaps.loses(name, content) || (lies(BrokerLie.EQUAL_IDS_DROPPED) && isKnown(content))) {
      return store.nextNumber();
    }
    Instant due = content.scheduledEnqueueTime();
    if (due != null && due.isAfter(now) && !lies(BrokerLie.SCHEDULED_AT_ONCE)) {
      BrokerMessage message = store.schedule(content, now);
      lineOf(message).add(message);
      return message.sequenceNumber();
    }
    BrokerMessage message = store.append(content, now);
    lineOf(message).add(message);
    makeReady(message, now);
    return message.sequenceNumber();
  }

  /** A topic's message, which it had at that moment, enters under a number of this entity. */
  void enterCopy(MessageContent content, long originalNumber, Instant since, Instant now) {
    BrokerMessage message = store.appendCopy(content, originalNumber, since);
    lineOf(message).add(message);
    if (sessions != null && content.sessionId() == null) {
      deadLetter(message, DeadLetterReason.sessionIdMissing(), now);
    } else {
      backToItsPlace(message, now);
    }
  }

  /** Locks the first message of the attachment's line; null when there is none. */
  @Nullable MessageLock lockFirst(Attachment attachment, Instant now) {
    BrokerMessage first =
        lies(BrokerLie.SESSIONS_REVERSED)
            ? attachment.line().lastReady()
            : attachment.line().firstReady();
    if (first == null) {
      return null;
    }
    takeFromLine(first);
    return lock(first, attachment, now);
  }

  MessageLock lock(BrokerMessage message, @Nullable Attachment holder, Instant now) {
    store.mayExpire(message, false);
    return locks.lock(message, holder, now.plus(rules().lockDuration()));
  }

  /** Ends a lock as its holder, or time, decided. */
  void settle(MessageLock lock, Disposition disposition, Instant now) {
    BrokerMessage message = lock.message();
    locks.unlock(lock);
    switch (disposition.kind()) {
      case COMPLETE -> {
        if (lies(BrokerLie.COMPLETED_KEPT)) {
          backToItsPlace(message, now);
          return;
        }
        remove(message);
        mishaps.settled(name, message, disposition.kind());
      }
      case DEFER -> {
        message.change(disposition.properties());
        store.defer(message);
      }
      case DEAD_LETTER -> {
        deadLetter(message, disposition.properties(), now);
        mishaps.settled(name, message, disposition.kind());
      }
      case RELEASE -> backToItsPlace(message, now);
      case ABANDON -> {
        message.change(disposition.properties());
        failed(message, now);
      }
    }
  }

  /** Ends all locks of an attachment, which is over. */
  void giveBack(Attachment attachment, Disposition.Kind how, Instant now) {
    attachment.end();
    for (MessageLock lock : List.copyOf(attachment.locks())) {
      settle(lock, Disposition.of(how), now);
    }
  }

  /** Applies what time has brought to messages; sessions' locks are the queue's business. */
  void runDue(Instant now) {
    activateDue(now);
    collectExpired(now.minus(COLLECT_AFTER), now);
    if (sessions == null) {
      MessageLock first = locks.first();
      while (first != null && !first.until().isAfter(now)) {
        settle(first, Disposition.of(Disposition.Kind.ABANDON), now);
        first = locks.first();
      }
    }
  }

  private void activateDue(Instant now) {
    Instant upTo = ActivationWindow.start(now, mishaps.activationWindow(name));
    for (BrokerMessage due : mishaps.activationOrder(name, store.pollAllDue(upTo))) {
      MessageLine line = lineOf(due);
      line.remove(due);
      store.activate(due);
      line.add(due);
      // The clock may have jumped over its whole life.
      backToItsPlace(due, now);
    }
  }

  /** A message that was settled is back in its place. */
  void bringBack(BrokerMessage message, Instant now) {
    store.restore(message);
    admit(message, now);
  }

  /** To be called before somebody receives: what has expired by now is not for him. */
  void collectExpired(Instant now) {
    collectExpired(now, now);
  }

  /** Ends locks that no attachment will end, such as those taken by request. */
  void giveBackAll(Instant now) {
    for (MessageLock lock : locks.all()) {
      settle(lock, Disposition.of(Disposition.Kind.RELEASE), now);
    }
  }

  @Nullable Instant nextWakeUp() {
    MessageLock first = sessions == null ? locks.first() : null;
    Instant expiry = store.nextExpiry();
    Instant inStore =
        Earliest.of(
            store.nextDue(mishaps.activationWindow(name)),
            expiry == null ? null : expiry.plus(COLLECT_AFTER));
    return Earliest.of(inStore, first == null ? null : first.until());
  }

  void remove(BrokerMessage message) {
    takeFromLine(message);
    MessageLine line = lineOf(message);
    line.remove(message);
    store.remove(message);
    Session session = sessionOf(message);
    if (sessions != null && session != null) {
      sessions.shrunk(session);
    }
  }

  private void collectExpired(Instant moment, Instant now) {
    BrokerMessage expired;
    while ((expired = store.firstExpired(moment)) != null) {
      expire(expired, now);
    }
  }

  /** Whether this broker was told to break the rule. */
  boolean lies(BrokerLie lie) {
    return mishaps.lies(lie);
  }

  Duration lockDuration() {
    return rules().lockDuration();
  }

  private Duration sessionLock() {
    Duration lock = lockDuration();
    return lies(BrokerLie.LOCKS_KEPT) ? lock.multipliedBy(100) : lock;
  }

  private boolean isKnown(MessageContent content) {
    return store.bySequence().values().stream()
        .anyMatch(held -> held.content().messageId().equals(content.messageId()));
  }

  private ReceiveRules rules() {
    return settings.get().receiving();
  }

  /** Ends a message whose time is over, as the entity's settings say. */
  void expire(BrokerMessage message, Instant now) {
    if (rules().deadLetteringOnExpiration()) {
      deadLetter(message, DeadLetterReason.expired(), now);
    } else {
      remove(message);
    }
  }

  private void failed(BrokerMessage message, Instant now) {
    if (!lies(BrokerLie.DELIVERIES_UNCOUNTED)) {
      message.countFailedDelivery();
    }
    int limit = rules().maxDeliveryCount();
    if (deadLetters != null && message.deliveryCount() >= limit) {
      deadLetter(message, DeadLetterReason.deliveredTooOften(limit), now);
    } else {
      store.changed(message);
      backToItsPlace(message, now);
    }
  }

  private void deadLetter(BrokerMessage message, Map<String, Object> why, Instant now) {
    if (deadLetters == null) {
      // A dead letter has nowhere else to go.
      backToItsPlace(message, now);
      return;
    }
    remove(message);
    if (lies(BrokerLie.DEAD_LETTERS_DROPPED)) {
      return;
    }
    deadLetters.admit(deadLetters.store.appendDeadLetter(message, name, why), now);
  }

  private void admit(BrokerMessage message, Instant now) {
    lineOf(message).add(message);
    makeReady(message, now);
  }

  private void backToItsPlace(BrokerMessage message, Instant now) {
    if (message.state() == State.DEFERRED) {
      // It is never looked for by time: it expires when somebody asks for it.
      return;
    }
    if (message.expired(now)) {
      expire(message, now);
    } else {
      makeReady(message, now);
    }
  }

  private void makeReady(BrokerMessage message, Instant now) {
    ready++;
    store.mayExpire(message, true);
    Session session = sessionOf(message);
    if (sessions == null || session == null) {
      sharedLine.addReady(message);
      shared.ready();
    } else {
      session.line().addReady(message);
      sessions.ready(session, now);
    }
  }

  private void takeFromLine(BrokerMessage message) {
    if (lineOf(message).removeReady(message)) {
      ready--;
    }
  }

  private MessageLine lineOf(BrokerMessage message) {
    Session session = sessionOf(message);
    return session == null ? sharedLine : session.line();
  }

  private @Nullable Session sessionOf(BrokerMessage message) {
    String id = message.content().sessionId();
    return sessions == null || id == null ? null : sessions.findOrCreate(id);
  }
}
