package io.twinbus.local.servicebus.broker;

import io.twinbus.local.servicebus.EntityCounts;
import io.twinbus.local.servicebus.QueueSettings;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * One entity that keeps messages: a queue, or the dead-letter queue of one.
 *
 * <p>Every operation first applies what time has brought meanwhile, so its answer does not depend
 * on when {@link #tick()} last ran. Not thread-safe: one thread owns a namespace.
 */
public final class MessageQueue {
  private static final int MAX_ID_LENGTH = 128;

  private final String name;
  private final QueueSettings settings;
  private final InstantSource clock;
  private final LockTable locks;
  private final MessageLifecycle messages;
  private final @Nullable MessageQueue deadLetters;

  MessageQueue(
      String name,
      QueueSettings settings,
      Surroundings around,
      @Nullable MessageQueue deadLetters) {
    this.name = name;
    this.settings = settings;
    this.clock = around.clock();
    this.locks = new LockTable(around.lockTokens());
    this.deadLetters = deadLetters;
    this.messages =
        new MessageLifecycle(
            name, settings, locks, around, deadLetters == null ? null : deadLetters.messages);
    this.messages.recover(around.journal().contents(name), clock.instant());
  }

  /** Its name as it was configured. */
  public String name() {
    return name;
  }

  /** Its settings. */
  public QueueSettings settings() {
    return settings;
  }

  /** Its dead-letter queue; null for one that is itself one. */
  public @Nullable MessageQueue deadLetters() {
    return deadLetters;
  }

  /** Takes in all of the messages, in order, or none. */
  public SendResult send(List<? extends MessageContent> batch) {
    Instant now = catchUp();
    Refusal refusal = whyNot(batch);
    if (refusal != null) {
      return new SendResult.Refused(refusal);
    }
    List<Long> numbers = new ArrayList<>(batch.size());
    for (MessageContent content : batch) {
      numbers.add(messages.enter(content, now));
    }
    return new SendResult.Accepted(numbers);
  }

  /** Lets a consumer receive from an entity without sessions. */
  public AcceptResult attach(Consumer consumer) {
    catchUp();
    if (messages.sessions() != null) {
      return new AcceptResult.Refused(Refusal.SESSION_REQUIRED);
    }
    return new AcceptResult.Granted(new Attachment(consumer, messages.sharedLine(), null));
  }

  /** Lets a consumer have the session that has waited longest, now or within the time given. */
  public AcceptResult acceptNextSession(Consumer consumer, Duration patience) {
    Instant now = catchUp();
    SessionTable sessions = messages.sessions();
    if (sessions == null) {
      return new AcceptResult.Refused(Refusal.SESSIONS_NOT_SUPPORTED);
    }
    Attachment next = sessions.lockNext(consumer, now);
    if (next != null) {
      return new AcceptResult.Granted(next);
    }
    sessions.await(consumer, now.plus(patience));
    return new AcceptResult.Waiting();
  }

  /** Lets a consumer have a certain session, which need not exist yet. */
  public AcceptResult acceptSession(Consumer consumer, String sessionId) {
    Instant now = catchUp();
    SessionTable sessions = messages.sessions();
    if (sessions == null) {
      return new AcceptResult.Refused(Refusal.SESSIONS_NOT_SUPPORTED);
    }
    if (sessionId.length() > MAX_ID_LENGTH) {
      return new AcceptResult.Refused(Refusal.ID_TOO_LONG);
    }
    Session session = sessions.findOrCreate(sessionId);
    if (session.holder() != null) {
      return new AcceptResult.Refused(Refusal.SESSION_CANNOT_BE_LOCKED);
    }
    return new AcceptResult.Granted(sessions.lock(session, consumer, now));
  }

  /** Ends a consumer's wait for a session. */
  public void stopWaiting(Consumer consumer) {
    catchUp();
    if (messages.sessions() != null) {
      messages.sessions().stopAwaiting(consumer);
    }
  }

  /** Ends an attachment: its locks end, without counting as failed deliveries. */
  public void detach(Attachment attachment) {
    Instant now = catchUp();
    if (!attachment.ended()) {
      end(attachment, Disposition.Kind.RELEASE, now);
    }
  }

  /** Locks the next message for an attachment; null when there is none for now. */
  public @Nullable MessageLock take(Attachment attachment) {
    Instant now = catchUp();
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
    Instant now = catchUp();
    MessageLock lock = locks.find(lockToken);
    if (lock == null) {
      return Settlement.LOCK_LOST;
    }
    messages.settle(lock, disposition, now);
    return Settlement.APPLIED;
  }

  /** The lock under a token, if it still holds. */
  public @Nullable MessageLock lock(UUID lockToken) {
    catchUp();
    return locks.find(lockToken);
  }

  /** Renews a message's lock; answers until when, or empty when it has ended. */
  public Optional<Instant> renewLock(UUID lockToken) {
    Instant now = catchUp();
    MessageLock lock = locks.find(lockToken);
    if (lock == null) {
      return Optional.empty();
    }
    if (messages.sessions() == null) {
      locks.renew(lock, now.plus(settings.lockDuration()));
    }
    return Optional.of(lock.until());
  }

  /** The operations on messages by their sequence numbers. */
  public MessageDesk byNumber() {
    return new MessageDesk(this::catchUp, messages);
  }

  /** What can befall it all at once. */
  public Calamities calamities() {
    return new Calamities(this::catchUp, messages, locks, this::loseSessionLock);
  }

  /** The operations on sessions; empty on an entity without them. */
  public Optional<SessionDesk> sessions() {
    return Optional.ofNullable(messages.sessions())
        .map(table -> new SessionDesk(this::catchUp, table, settings));
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

  void tick() {
    catchUp();
  }

  @Nullable Instant nextWakeUp() {
    SessionTable sessions = messages.sessions();
    return Earliest.of(messages.nextWakeUp(), sessions == null ? null : sessions.nextWakeUp());
  }

  private Instant catchUp() {
    Instant now = clock.instant();
    SessionTable sessions = messages.sessions();
    if (sessions != null) {
      Session lost;
      while ((lost = sessions.firstLockExpired(now)) != null) {
        loseSessionLock(lost, now);
      }
    }
    messages.runDue(now);
    if (sessions != null) {
      Consumer late;
      while ((late = sessions.pollTimedOut(now)) != null) {
        late.acceptTimedOut();
      }
    }
    return now;
  }

  private void loseSessionLock(Session session, Instant now) {
    Attachment holder = session.holder();
    if (holder != null) {
      end(holder, Disposition.Kind.ABANDON, now);
      holder.consumer().sessionLockLost();
    }
  }

  private void end(Attachment attachment, Disposition.Kind how, Instant now) {
    messages.giveBack(attachment, how, now);
    Session session = attachment.session();
    if (session == null) {
      messages.shared().detached(attachment);
    } else if (messages.sessions() != null) {
      messages.sessions().unlock(session, now);
    }
  }

  private @Nullable Refusal whyNot(List<? extends MessageContent> batch) {
    long bytes = 0;
    for (MessageContent content : batch) {
      String sessionId = content.sessionId();
      if (settings.requiresSession() && sessionId == null) {
        return Refusal.SESSION_ID_MISSING;
      }
      if (content.messageId().length() > MAX_ID_LENGTH
          || (sessionId != null && sessionId.length() > MAX_ID_LENGTH)) {
        return Refusal.ID_TOO_LONG;
      }
      bytes += content.sizeBytes();
    }
    if (bytes > settings.maxMessageSizeBytes()) {
      return Refusal.MESSAGE_TOO_LARGE;
    }
    boolean fits = messages.store().sizeBytes() + bytes <= settings.maxSizeBytes();
    return fits ? null : Refusal.QUOTA_EXCEEDED;
  }
}
