package io.twinbus.local.servicebus.broker;

import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A receiver's exclusive hold on one message, until it settles it or the lock ends. */
public final class MessageLock {
  private final UUID token;
  private final BrokerMessage message;
  private final @Nullable Attachment holder;
  private Instant until;

  MessageLock(UUID token, BrokerMessage message, @Nullable Attachment holder, Instant until) {
    this.token = token;
    this.message = message;
    this.holder = holder;
    this.until = until;
  }

  /** The random name under which the receiver settles. */
  public UUID token() {
    return token;
  }

  /** The message held. */
  public BrokerMessage message() {
    return message;
  }

  /** When it runs out; under a session lock that is the session's time. */
  public Instant until() {
    Session session = holder == null ? null : holder.session();
    return session == null ? until : session.lockedUntil();
  }

  /** The attachment it ends with; null when it was received by request, without a link. */
  @Nullable Attachment holder() {
    return holder;
  }

  void extend(Instant newUntil) {
    until = newUntil;
  }
}
