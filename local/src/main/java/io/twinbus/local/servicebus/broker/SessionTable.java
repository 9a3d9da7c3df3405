package io.twinbus.local.servicebus.broker;

import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The sessions of one entity, and who may work on them.
 *
 * <p>Unlocked sessions with messages to give stand in {@code available} in the order in which they
 * became so: the one that has waited longest is accepted next, and one that is released with
 * messages left goes to the end. Every step is O(1), whatever the number of sessions.
 *
 * <p>Invariant: nobody waits in {@code accepts} while {@code available} holds a session.
 */
final class SessionTable {
  private final Supplier<Duration> lockDuration;
  private final EntityJournal journal;
  private final Map<String, Session> sessions = new LinkedHashMap<>();
  private final Set<Session> available = new LinkedHashSet<>();
  // One lock duration for all (a change of it ends all locks), so insertion order is expiry order;
  // renewal moves to the end.
  private final Set<Session> locked = new LinkedHashSet<>();
  private final AcceptQueue accepts = new AcceptQueue();
  private long stateBytes;

  SessionTable(Supplier<Duration> lockDuration, EntityJournal journal) {
    this.lockDuration = lockDuration;
    this.journal = journal;
  }

  @Nullable Session find(String id) {
    return sessions.get(id);
  }

  Session findOrCreate(String id) {
    return sessions.computeIfAbsent(id, Session::new);
  }

  Collection<Session> all() {
    return sessions.values();
  }

  /** Locks the session that has waited longest; null when none is available. */
  @Nullable Attachment lockNext(Consumer consumer, Instant now) {
    var first = available.iterator();
    return first.hasNext() ? lock(first.next(), consumer, now) : null;
  }

  Attachment lock(Session session, Consumer consumer, Instant now) {
    Attachment attachment = new Attachment(consumer, session.line(), session);
    available.remove(session);
    session.lock(attachment, now.plus(lockDuration.get()));
    locked.add(session);
    return attachment;
  }

  void await(Consumer consumer, Instant deadline) {
    accepts.add(consumer, deadline);
  }

  void stopAwaiting(Consumer consumer) {
    accepts.remove(consumer);
  }

  /** Takes out a consumer that waits; null when nobody does. */
  @Nullable Consumer pollWaiting() {
    return accepts.poll();
  }

  @Nullable Consumer pollTimedOut(Instant now) {
    return accepts.pollTimedOut(now);
  }

  /**
   * A session got a receivable message: its holder, a waiting consumer, or the line hears of it.
   */
  void ready(Session session, Instant now) {
    Attachment holder = session.holder();
    if (holder != null) {
      holder.consumer().messagesReady();
    } else {
      offer(session, now);
    }
  }

  void renew(Session session, Instant now) {
    session.extend(now.plus(lockDuration.get()));
    locked.remove(session);
    locked.add(session);
  }

  /** Ends the lock; the messages that it held must be back in line before. */
  void unlock(Session session, Instant now) {
    session.unlock();
    locked.remove(session);
    if (session.line().hasReady()) {
      offer(session, now);
    } else {
      forgetIfEmpty(session);
    }
  }

  /** Gives a session another state; null: none, after which {@link #shrunk} is due. */
  void state(Session session, byte @Nullable [] state) {
    replaceState(session, state);
    journal.sessionState(session.id(), state);
  }

  /** Gives a session the state that it had when the process before this one ended. */
  void recoverState(String id, byte[] state) {
    replaceState(findOrCreate(id), state);
  }

  /** To be called after messages or state were taken out of the session. */
  void shrunk(Session session) {
    if (!session.line().hasReady()) {
      available.remove(session);
      forgetIfEmpty(session);
    }
  }

  /** Those who hold a session now. */
  Set<Attachment> holders() {
    Set<Attachment> holders = new LinkedHashSet<>();
    for (Session session : locked) {
      if (session.holder() != null) {
        holders.add(session.holder());
      }
    }
    return holders;
  }

  /** Whether anybody holds a session or waits for one. */
  boolean inUse() {
    return !locked.isEmpty() || accepts.nextWakeUp() != null;
  }

  @Nullable Session firstLockExpired(Instant now) {
    var first = locked.iterator();
    if (!first.hasNext()) {
      return null;
    }
    Session session = first.next();
    return session.lockedUntil().isAfter(now) ? null : session;
  }

  @Nullable Instant nextWakeUp() {
    var first = locked.iterator();
    return Earliest.of(accepts.nextWakeUp(), first.hasNext() ? first.next().lockedUntil() : null);
  }

  int count() {
    return sessions.size();
  }

  int lockedCount() {
    return locked.size();
  }

  /** How much all states hold together. */
  long stateBytes() {
    return stateBytes;
  }

  private void replaceState(Session session, byte @Nullable [] state) {
    stateBytes += size(state) - size(session.state());
    session.state(state);
  }

  private static int size(byte @Nullable [] state) {
    return state == null ? 0 : state.length;
  }

  private void offer(Session session, Instant now) {
    Consumer waiting = accepts.poll();
    if (waiting == null) {
      available.add(session);
    } else {
      waiting.sessionGranted(lock(session, waiting, now));
    }
  }

  private void forgetIfEmpty(Session session) {
    if (session.forgettable()) {
      sessions.remove(session.id());
    }
  }
}
