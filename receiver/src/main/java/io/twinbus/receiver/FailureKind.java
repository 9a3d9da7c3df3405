package io.twinbus.receiver;

/** What a failed handler call says of its message, and of the handler. */
public enum FailureKind {
  /** The handler was not reached: it has not seen the message. */
  UNREACHED,
  /** The handler is there, and says that it cannot work now, or not for this caller. */
  AWAY,
  /** The handler failed: the message may be the cause, or the handler. */
  AMBIGUOUS,
  /** The handler asks for patience: the call is repeated, and counts for nothing. */
  THROTTLED,
  /** It is not known whether the call has ended. */
  END_UNKNOWN,
  /** The handler has judged the message: it can never be handled. */
  JUDGED
}
