package io.twinbus.local.servicebus.broker.admission;

/** Why the broker does not do what it was asked; the protocol layer finds the words. */
public enum Refusal {
  /** A session entity was sent a message without session id. */
  SESSION_ID_MISSING,
  /** A session id or message id is longer than 128 characters. */
  ID_TOO_LONG,
  /** A message, or a batch, is larger than the entity takes. */
  MESSAGE_TOO_LARGE,
  /** The entity is full. */
  QUOTA_EXCEEDED,
  /** A receiver without session came to a session entity. */
  SESSION_REQUIRED,
  /** A session receiver came to an entity without sessions. */
  SESSIONS_NOT_SUPPORTED,
  /** Another receiver holds the session. */
  SESSION_CANNOT_BE_LOCKED,
  /** The session is not, or no longer, locked by the one who asks. */
  SESSION_LOCK_LOST,
  /** A message lock has ended. */
  MESSAGE_LOCK_LOST,
  /** No such message is there to be had. */
  MESSAGE_NOT_FOUND,
  /** The entity is closed for what was asked. */
  ENTITY_DISABLED,
  /** The entity is not there, or no longer. */
  ENTITY_NOT_FOUND,
  /** The entity's settings were changed, which ends its links and locks. */
  ENTITY_CHANGED
}
