package io.twinbus.local.servicebus.broker;

import io.twinbus.local.servicebus.EntityCounts;
import io.twinbus.local.servicebus.EntityStatus;
import io.twinbus.local.servicebus.QueueSettings;
import io.twinbus.local.servicebus.broker.admission.Admission;
import io.twinbus.local.servicebus.broker.admission.MessageContent;
import io.twinbus.local.servicebus.broker.admission.Refusal;
import io.twinbus.local.servicebus.broker.admission.SendResult;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * One entity that keeps messages: a queue, a subscription, or the dead-letter queue of one.
 *
 * <p>Every operation first applies what time has brought meanwhile, so its answer does not depend
 * on when {@link #tick()} last ran. Not thread-safe: one thread owns a namespace.
 */
public final class MessageQueue implements SendTarget {
  private final String name;
  private final CatchUp upstream;
  private final LockTable locks;
  private final MessageLifecycle messages;
  private final Reception reception;
  private final @Nullable MessageQueue deadLetters;
  private final Admission admission;
  private final LinkRegistry links = new LinkRegistry();
  private QueueSettings settings;
  private Instant lastUsed;

  /** An empty one; {@code upstream} tells the time and brings what a topic has for it by then. */
  MessageQueue(
      String name,
      QueueSettings settings,
      CatchUp upstream,
      Surroundings around,
      @Nullable MessageQueue deadLetters) {
    this.name = name;
    this.settings = settings;
    this.upstream = upstream;
    this.locks = new LockTable(around.lockTokens());
    this.deadLetters = deadLetters;
    this.messages =
        new MessageLifecycle(
            name,
            () -> this.settings,
            locks,
            around,
            deadLetters == null ? null : deadLetters.messages);
    this.reception = new Reception(messages);
    this.lastUsed = upstream.catchUp();
    EntityContents contents = around.journal().contents(name);
    this.messages.recover(contents, lastUsed);
    this.admission = new Admission(around.journal().of(name), contents.seenIds());
    if (settings.sending().duplicateWindow() == null) {
      admission.forgetAll();
    }
  }

  /** One with its dead-letter queue, which takes over what of the settings concerns it. */
  static MessageQueue withDeadLetters(
      String name, QueueSettings settings, CatchUp upstream, Surroundings around) {
    MessageQueue deadLetters =
        new MessageQueue(
            name + "/$DeadLetterQueue", forDeadLetters(settings), upstream, around, null);
    return new MessageQueue(name, settings, upstream, around, deadLetters);
  }

  @Override
  public String name() {
    return name;
  }

  /** Its settings as they stand. */
  public QueueSettings settings() {
    return settings;
  }

  /** Its dead-letter queue; null for one that is itself one. */
  public @Nullable MessageQueue deadLetters() {
    return deadLetters;
  }

  @Override
  public int maxMessageSizeBytes() {
    return settings.sending().maxMessageSizeBytes();
  }

  @Override
  public SendResult send(List<? extends MessageContent> batch) {
    Instant now = used();
    Refusal refusal =
        Admission.whyNot(
            batch,
            new Admission.Door(
                settings.sending(),
                settings.life().status(),
                settings.receiving().requiresSession(),
                sizeBytes()));
    if (refusal != null) {
      return new SendResult.Refused(refusal);
    }
    return new SendResult.Accepted(
        admission.admit(
            batch,
            settings.sending().duplicateWindow(),
            now,
            content ->
                isCut(batch, content)
                    ? messages.store().nextNumber()
                    : messages.enter(content, now)));
  }

  private boolean isCut(List<? extends MessageContent> batch, MessageContent content) {
    return batch.size() > 1
        && content == batch.get(batch.size() - 1)
        && messages.lies(BrokerLie.BATCHES_CUT);
  }

  @Override
  public Optional<Refusal> cancelScheduled(List<Long> sequenceNumbers) {
    return byNumber().cancelScheduled(sequenceNumbers);
  }

  @Override
  public Optional<Refusal> linkProducer(LinkedClient producer) {
    var unused = used();
    if (!settings.life().status().sends()) {
      return Optional.of(Refusal.ENTITY_DISABLED);
    }
    links.addProducer(producer);
    return Optional.empty();
  }

  @Override
  public void linkRequester(LinkedClient requester) {
    links.addRequester(requester);
  }

  @Override
  public void unlink(LinkedClient client) {
    links.remove(client);
  }

  /** Lets a consumer receive from an entity without sessions. */
  public AcceptResult attach(Consumer consumer) {
    var unused = used();
    return settings.life().status().receives() ? reception.attach(consumer) : disabled();
  }

  /** Lets a consumer have the session that has waited longest, now or within the time given. */
  public AcceptResult acceptNextSession(Consumer consumer, Duration patience) {
    Instant now = received();
    return settings.life().status().receives()
        ? reception.acceptNext(consumer, patience, now)
        : disabled();
  }

  /** Lets a consumer have a certain session, which need not exist yet. */
  public AcceptResult acceptSession(Consumer consumer, String sessionId) {
    Instant now = received();
    return settings.life().status().receives()
        ? reception.accept(consumer, sessionId, now)
        : disabled();
  }

  /** Ends a consumer's wait for a session. */
  public void stopWaiting(Consumer consumer) {
    var unused = used();
    reception.stopWaiting(consumer);
  }

  /** Ends an attachment: its locks end, without counting as failed deliveries. */
  public void detach(Attachment attachment) {
    Instant now = used();
    if (!attachment.ended()) {
      boolean isCounted = messages.lies(BrokerLie.CLOSE_COUNTED);
      Disposition.Kind how = isCounted ? Disposition.Kind.ABANDON : Disposition.Kind.RELEASE;
      reception.end(attachment, how, now);
    }
  }

  /** Locks the next message for an attachment; null when there is none for now. */
  public @Nullable MessageLock take(Attachment attachment) {
    Instant now = received();
    if (attachment.ended()) {
      return null;
    }
    MessageLock lock = messages.lockFirst(attachment, now);
    if (attachment.session() == null) {
      if (lock == null) {
        messages.shared().foundNothing(attachment);
      } else if (messages.sharedLine().hasReady()) {
        messages.shared().ready();
      }
    }
    return lock;
  }

  /** Ends a message's lock as its receiver decided. */
  public Settlement settle(UUID lockToken, Disposition disposition) {
    Instant now = used();
    MessageLock lock = locks.find(lockToken);
    if (lock == null) {
      return Settlement.LOCK_LOST;
    }
    messages.settle(lock, disposition, now);
    return Settlement.APPLIED;
  }

  /** The lock under a token, if it still holds. */
  public @Nullable MessageLock lock(UUID lockToken) {
    var unused = used();
    return locks.find(lockToken);
  }

  /** Renews a message's lock; answers until when, or empty when it has ended. */
  public Optional<Instant> renewLock(UUID lockToken) {
    Instant now = used();
    MessageLock lock = locks.find(lockToken);
    if (lock == null) {
      return Optional.empty();
    }
    if (messages.sessions() == null) {
      locks.renew(lock, now.plus(settings.receiving().lockDuration()));
    }
    return Optional.of(lock.until());
  }

  /** The operations on messages by their sequence numbers. */
  public MessageDesk byNumber() {
    return new MessageDesk(this::used, messages);
  }

  /** What can befall it all at once. */
  public Calamities calamities() {
    return new Calamities(this::catchUp, messages, locks, reception::lose);
  }

  /** The operations on sessions; empty on an entity without them. */
  public Optional<SessionDesk> sessions() {
    return Optional.ofNullable(messages.sessions())
        .map(table -> new SessionDesk(this::used, messages, this::maxMessageSizeBytes));
  }

  /** What it holds now, its dead letters included. */
  public EntityCounts counts() {
    catchUp();
    MessageStore store = messages.store();
    int ready = messages.readyCount();
    int deferred = store.count() - ready - store.scheduledCount() - locks.count();
    SessionTable sessions = messages.sessions();
    return new EntityCounts(
        name,
        ready,
        store.scheduledCount(),
        locks.count(),
        deferred,
        deadLetters == null ? 0 : deadLetters.messages.store().count(),
        sessions == null ? 0 : sessions.count(),
        sessions == null ? 0 : sessions.lockedCount());
  }

  /** A topic's message of that number and moment, copied here. */
  void copy(MessageContent content, long originalNumber, Instant since, Instant now) {
    messages.enterCopy(content, originalNumber, since, now);
  }

  /**
   * Removes all messages, states of sessions and message ids, dead letters included, and ends the
   * locks of sessions; links for messages stay. Answers how many messages.
   */
  int reset() {
    int gone = calamities().vanish();
    calamities().loseLocks(null);
    admission.forgetAll();
    return deadLetters == null ? gone : gone + deadLetters.reset();
  }

  /** Changes the settings, if any differs; that ends every link and every lock. */
  void update(QueueSettings next) {
    if (!next.equals(settings)) {
      settings = next;
      EntityStatus status = next.life().status();
      reception.endAll(
          status.receives() ? Refusal.ENTITY_CHANGED : Refusal.ENTITY_DISABLED, used());
      links.detachProducers(status.sends() ? Refusal.ENTITY_CHANGED : Refusal.ENTITY_DISABLED);
      if (deadLetters != null) {
        deadLetters.update(forDeadLetters(next));
      }
    }
  }

  /** Deletes all messages, and ends all links for good, also those for requests. */
  void delete() {
    calamities().vanish();
    admission.forgetAll();
    reception.endAll(Refusal.ENTITY_NOT_FOUND, used());
    links.detachProducers(Refusal.ENTITY_NOT_FOUND);
    links.detachRequesters(Refusal.ENTITY_NOT_FOUND);
    if (deadLetters != null) {
      deadLetters.delete();
    }
  }

  /** What it holds, its dead letters and the states of its sessions included. */
  public long sizeBytes() {
    SessionTable sessions = messages.sessions();
    return messages.store().sizeBytes()
        + (sessions == null ? 0 : sessions.stateBytes())
        + (deadLetters == null ? 0 : deadLetters.sizeBytes());
  }

  /** When it was used last, by a receiver that is still there up to now. */
  Instant lastUsed() {
    if (reception.inUse() || messages.store().scheduledCount() > 0) {
      lastUsed = upstream.catchUp();
    }
    return deadLetters == null || lastUsed.isAfter(deadLetters.lastUsed())
        ? lastUsed
        : deadLetters.lastUsed();
  }

  void tick() {
    catchUp();
    if (deadLetters != null) {
      deadLetters.tick();
    }
  }

  @Nullable Instant nextWakeUp() {
    SessionTable sessions = messages.sessions();
    Instant own =
        Earliest.of(messages.nextWakeUp(), sessions == null ? null : sessions.nextWakeUp());
    return deadLetters == null ? own : Earliest.of(own, deadLetters.nextWakeUp());
  }

  /** The time, with all that it has brought; and somebody wants something here. */
  private Instant used() {
    lastUsed = catchUp();
    return lastUsed;
  }

  /** The same for somebody who wants messages. */
  private Instant received() {
    Instant now = used();
    messages.collectExpired(now);
    return now;
  }

  private Instant catchUp() {
    Instant now = upstream.catchUp();
    reception.endLostSessions(now);
    messages.runDue(now);
    reception.endWaits(now);
    return now;
  }

  private static AcceptResult disabled() {
    return new AcceptResult.Refused(Refusal.ENTITY_DISABLED);
  }

  private static QueueSettings forDeadLetters(QueueSettings settings) {
    return QueueSettings.plainQueue(settings.name())
        .withLockDuration(settings.receiving().lockDuration())
        .withStatus(settings.life().status())
        .with(settings.sending().withDuplicateWindow(null));
  }
}
