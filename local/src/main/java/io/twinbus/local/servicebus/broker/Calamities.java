package io.twinbus.local.servicebus.broker;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * What can befall an entity all at once: its locks end, its messages vanish, settled ones return.
 * Not thread-safe.
 */
public final class Calamities {
  private final CatchUp time;
  private final MessageLifecycle messages;
  private final LockTable locks;
  private final BiConsumer<Session, Instant> loseSession;

  Calamities(
      CatchUp time,
      MessageLifecycle messages,
      LockTable locks,
      BiConsumer<Session, Instant> loseSession) {
    this.time = time;
    this.messages = messages;
    this.locks = locks;
    this.loseSession = loseSession;
  }

  /**
   * Ends locks as if their time had run out: of one session, of all, or of all messages of an
   * entity without sessions. Answers how many.
   */
  public int loseLocks(@Nullable String sessionId) {
    Instant now = time.catchUp();
    SessionTable sessions = messages.sessions();
    if (sessions == null) {
      List<MessageLock> held = locks.all();
      held.forEach(lock -> lose(lock, now));
      return held.size();
    }
    List<Session> held =
        sessions.all().stream()
            .filter(session -> session.holder() != null)
            .filter(session -> sessionId == null || session.id().equals(sessionId))
            .toList();
    held.forEach(session -> loseSession.accept(session, now));
    return held.size();
  }

  /** Ends the lock under a token as if its time had run out; a session's lock goes as a whole. */
  public void loseLock(UUID token) {
    Instant now = time.catchUp();
    MessageLock lock = locks.find(token);
    if (lock == null) {
      return;
    }
    Attachment holder = lock.holder();
    Session session = holder == null ? null : holder.session();
    if (session == null) {
      lose(lock, now);
    } else {
      loseSession.accept(session, now);
    }
  }

  /** Removes all messages, in whatever state, and the state of all sessions; answers how many. */
  public int vanish() {
    time.catchUp();
    locks.all().forEach(locks::unlock);
    List<BrokerMessage> all = new ArrayList<>(messages.store().bySequence().values());
    all.forEach(messages::remove);
    SessionTable sessions = messages.sessions();
    if (sessions != null) {
      for (Session session : List.copyOf(sessions.all())) {
        sessions.state(session, null);
        sessions.shrunk(session);
      }
    }
    return all.size();
  }

  /** Puts settled messages back where they stood, under their old numbers; answers how many. */
  public int bringBack(List<BrokerMessage> settled) {
    Instant now = time.catchUp();
    int back = 0;
    for (BrokerMessage message : settled) {
      if (messages.store().find(message.sequenceNumber()) == null) {
        messages.bringBack(message, now);
        back++;
      }
    }
    return back;
  }

  private void lose(MessageLock lock, Instant now) {
    messages.settle(lock, Disposition.of(Disposition.Kind.ABANDON), now);
  }
}
