package io.twinbus.local.servicebus.broker;

import io.twinbus.local.servicebus.broker.admission.Refusal;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/** What one can ask about an entity's sessions beside receiving. Not thread-safe. */
public final class SessionDesk {
  private static final int MOST_RENEWALS = 10; // of a broker that lies so

  private final CatchUp time;
  private final MessageLifecycle messages;
  private final SessionTable table;
  private final IntSupplier maxStateBytes;

  SessionDesk(CatchUp time, MessageLifecycle messages, IntSupplier maxStateBytes) {
    this.time = time;
    this.messages = messages;
    this.table = Objects.requireNonNull(messages.sessions(), "an entity with sessions");
    this.maxStateBytes = maxStateBytes;
  }

  /** Renews the session's lock; answers until when, or empty when nobody holds it. */
  public Optional<Instant> renew(String sessionId) {
    Instant now = time.catchUp();
    Session session = table.find(sessionId);
    if (session == null || session.holder() == null) {
      return Optional.empty();
    }
    if (messages.lies(BrokerLie.RENEWALS_IGNORED)
        || (messages.lies(BrokerLie.RENEWALS_BOUNDED) && session.renewals() >= MOST_RENEWALS)) {
      return Optional.of(now.plus(messages.lockDuration()));
    }
    table.renew(session, now);
    return Optional.of(session.lockedUntil());
  }

  /** Whether somebody holds the session. */
  public boolean locked(String sessionId) {
    time.catchUp();
    Session session = table.find(sessionId);
    return session != null && session.holder() != null;
  }

  /** The session's state; null when it has none. */
  public byte @Nullable [] state(String sessionId) {
    time.catchUp();
    Session session = table.find(sessionId);
    return session == null ? null : session.state();
  }

  /** Sets the state of a locked session, or clears it with null. */
  public Optional<Refusal> setState(String sessionId, byte @Nullable [] state) {
    time.catchUp();
    Session session = table.find(sessionId);
    if (session == null || session.holder() == null) {
      return Optional.of(Refusal.SESSION_LOCK_LOST);
    }
    if (state != null && state.length > maxStateBytes.getAsInt()) {
      return Optional.of(Refusal.MESSAGE_TOO_LARGE);
    }
    table.state(session, state);
    return Optional.empty();
  }

  /** Ids of sessions that have messages or state, oldest first. */
  public List<String> list(int skip, int top) {
    time.catchUp();
    return table.all().stream()
        .filter(session -> session.state() != null || !session.line().isEmpty())
        .map(Session::id)
        .skip(skip)
        .limit(top)
        .toList();
  }
}
