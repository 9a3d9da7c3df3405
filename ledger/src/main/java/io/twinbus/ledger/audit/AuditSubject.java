package io.twinbus.ledger.audit;

import io.twinbus.ledger.EntityKey;
import io.twinbus.protocol.MessageId;
import io.twinbus.protocol.SessionId;
import java.util.Optional;

/**
 * What an act was about.
 *
 * <p>Immutable and thread-safe.
 *
 * @param queue the queue or subscription; empty: all of the deployment
 * @param session the session; empty: more than one, or none
 * @param message the message; empty: more than one, or none
 */
public record AuditSubject(
    Optional<EntityKey> queue, Optional<String> session, Optional<String> message) {

  /** The deployment as a whole. */
  public static AuditSubject deployment() {
    return new AuditSubject(Optional.empty(), Optional.empty(), Optional.empty());
  }

  /** A queue or subscription. */
  public static AuditSubject of(EntityKey queue) {
    return new AuditSubject(Optional.of(queue), Optional.empty(), Optional.empty());
  }

  /** The same with {@code about} as its session. */
  public AuditSubject session(SessionId about) {
    return new AuditSubject(queue, Optional.of(about.value()), message);
  }

  /** The same with {@code about} as its message. */
  public AuditSubject message(MessageId about) {
    return new AuditSubject(queue, session, Optional.of(about.value()));
  }
}
