package io.twinbus.local.servicebus.broker;

import io.twinbus.local.servicebus.broker.admission.Admission;
import io.twinbus.local.servicebus.broker.admission.Refusal;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Who receives from an entity: lets consumers in, and out again with the locks they hold. */
final class Reception {
  private final MessageLifecycle messages;
  private final Set<Attachment> attached = new LinkedHashSet<>();

  Reception(MessageLifecycle messages) {
    this.messages = messages;
  }

  AcceptResult attach(Consumer consumer) {
    if (messages.sessions() != null) {
      return new AcceptResult.Refused(Refusal.SESSION_REQUIRED);
    }
    return granted(new Attachment(consumer, messages.sharedLine(), null));
  }

  AcceptResult acceptNext(Consumer consumer, Duration patience, Instant now) {
    SessionTable sessions = messages.sessions();
    if (sessions == null) {
      return new AcceptResult.Refused(Refusal.SESSIONS_NOT_SUPPORTED);
    }
    Attachment next =
        messages.lies(BrokerLie.WAITING_SESSIONS_PASSED_OVER)
            ? null
            : sessions.lockNext(consumer, now);
    if (next != null) {
      return granted(next);
    }
    sessions.await(consumer, now.plus(patience));
    return new AcceptResult.Waiting();
  }

  AcceptResult accept(Consumer consumer, String sessionId, Instant now) {
    SessionTable sessions = messages.sessions();
    if (sessions == null) {
      return new AcceptResult.Refused(Refusal.SESSIONS_NOT_SUPPORTED);
    }
    if (sessionId.length() > Admission.MAX_ID_LENGTH) {
      return new AcceptResult.Refused(Refusal.ID_TOO_LONG);
    }
    Session session = sessions.findOrCreate(sessionId);
    if (session.holder() != null && !messages.lies(BrokerLie.SESSIONS_SHARED)) {
      return new AcceptResult.Refused(Refusal.SESSION_CANNOT_BE_LOCKED);
    }
    return granted(sessions.lock(session, consumer, now));
  }

  void stopWaiting(Consumer consumer) {
    if (messages.sessions() != null) {
      messages.sessions().stopAwaiting(consumer);
    }
  }

  /** Ends an attachment and its locks; whether these count as failed deliveries is said. */
  void end(Attachment attachment, Disposition.Kind how, Instant now) {
    attached.remove(attachment);
    messages.giveBack(attachment, how, now);
    Session session = attachment.session();
    if (session == null) {
      messages.shared().detached(attachment);
    } else if (messages.sessions() != null) {
      messages.sessions().unlock(session, now);
    }
  }

  /** Ends everybody's stay and every lock, without counting failed deliveries. */
  void endAll(Refusal why, Instant now) {
    SessionTable sessions = messages.sessions();
    if (sessions != null) {
      // Before any session becomes free, or they would be granted it.
      Consumer waiting;
      while ((waiting = sessions.pollWaiting()) != null) {
        waiting.detached(why);
      }
    }
    for (Attachment attachment : List.copyOf(everybody())) {
      end(attachment, Disposition.Kind.RELEASE, now);
      attachment.consumer().detached(why);
    }
    messages.giveBackAll(now);
  }

  /** Ends session locks that ran out. */
  void endLostSessions(Instant now) {
    SessionTable sessions = messages.sessions();
    Session lost;
    while (sessions != null && (lost = sessions.firstLockExpired(now)) != null) {
      lose(lost, now);
    }
  }

  /** Ends a session's lock as if its time had run out: that counts as a failed delivery. */
  void lose(Session session, Instant now) {
    Attachment holder = session.holder();
    if (holder != null) {
      end(holder, Disposition.Kind.ABANDON, now);
      holder.consumer().detached(Refusal.SESSION_LOCK_LOST);
    }
  }

  /** Ends the waits for a session that have lasted long enough. */
  void endWaits(Instant now) {
    SessionTable sessions = messages.sessions();
    Consumer late;
    while (sessions != null && (late = sessions.pollTimedOut(now)) != null) {
      late.acceptTimedOut();
    }
  }

  boolean inUse() {
    SessionTable sessions = messages.sessions();
    return sessions == null ? !attached.isEmpty() : sessions.inUse();
  }

  private AcceptResult granted(Attachment attachment) {
    if (attachment.session() == null) {
      attached.add(attachment);
    }
    return new AcceptResult.Granted(attachment);
  }

  /** The sessions' holders are found at their sessions: some were granted theirs while waiting. */
  private Set<Attachment> everybody() {
    SessionTable sessions = messages.sessions();
    return sessions == null ? attached : sessions.holders();
  }
}
