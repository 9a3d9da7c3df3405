package io.twinbus.local.servicebus.amqp;

import io.twinbus.local.servicebus.broker.admission.Refusal;
import io.twinbus.local.servicebus.faults.FaultCondition;
import org.apache.qpid.proton.amqp.Symbol;

/** An error condition on the wire, with the status code under which management replies carry it. */
enum Condition {
  NOT_FOUND("amqp:not-found", 404),
  ALREADY_EXISTS("com.microsoft:entity-already-exists", 409),
  ENTITY_NOT_FOUND("com.microsoft:entity-not-found", 404),
  NOT_ALLOWED("amqp:not-allowed", 400),
  NOT_IMPLEMENTED("amqp:not-implemented", 501),
  INVALID_FIELD("amqp:invalid-field", 400),
  INTERNAL_ERROR("amqp:internal-error", 500),
  UNAUTHORIZED("amqp:unauthorized-access", 401),
  MESSAGE_SIZE_EXCEEDED("amqp:link:message-size-exceeded", 400),
  QUOTA_EXCEEDED("amqp:resource-limit-exceeded", 403),
  ARGUMENT_ERROR("com.microsoft:argument-error", 400),
  TIMEOUT("com.microsoft:timeout", 408),
  SERVER_BUSY("com.microsoft:server-busy", 503),
  ENTITY_DISABLED("com.microsoft:entity-disabled", 400),
  LINK_DETACHED("amqp:link:detach-forced", 503),
  CONNECTION_FORCED("amqp:connection:forced", 503),
  SESSION_CANNOT_BE_LOCKED("com.microsoft:session-cannot-be-locked", 409),
  SESSION_LOCK_LOST("com.microsoft:session-lock-lost", 410),
  MESSAGE_LOCK_LOST("com.microsoft:message-lock-lost", 410),
  MESSAGE_NOT_FOUND("com.microsoft:message-not-found", 404);

  private final String symbol;
  private final int statusCode;

  Condition(String symbol, int statusCode) {
    this.symbol = symbol;
    this.statusCode = statusCode;
  }

  Symbol symbol() {
    return Symbol.valueOf(symbol);
  }

  int statusCode() {
    return statusCode;
  }

  static Condition of(FaultCondition fault) {
    return switch (fault) {
      case SERVER_BUSY -> SERVER_BUSY;
      case INTERNAL_ERROR -> INTERNAL_ERROR;
      case TIMEOUT -> TIMEOUT;
      case NOT_FOUND -> NOT_FOUND;
      case ENTITY_DISABLED -> ENTITY_DISABLED;
      case UNAUTHORIZED -> UNAUTHORIZED;
      case QUOTA_EXCEEDED -> QUOTA_EXCEEDED;
      case SESSION_CANNOT_BE_LOCKED -> SESSION_CANNOT_BE_LOCKED;
      case SESSION_LOCK_LOST -> SESSION_LOCK_LOST;
      case MESSAGE_LOCK_LOST -> MESSAGE_LOCK_LOST;
      case MESSAGE_NOT_FOUND -> MESSAGE_NOT_FOUND;
    };
  }

  static Condition of(Refusal refusal) {
    return switch (refusal) {
      case SESSION_ID_MISSING, SESSION_REQUIRED, SESSIONS_NOT_SUPPORTED -> NOT_ALLOWED;
      case ID_TOO_LONG -> ARGUMENT_ERROR;
      case MESSAGE_TOO_LARGE -> MESSAGE_SIZE_EXCEEDED;
      case QUOTA_EXCEEDED -> QUOTA_EXCEEDED;
      case SESSION_CANNOT_BE_LOCKED -> SESSION_CANNOT_BE_LOCKED;
      case SESSION_LOCK_LOST -> SESSION_LOCK_LOST;
      case MESSAGE_LOCK_LOST -> MESSAGE_LOCK_LOST;
      case MESSAGE_NOT_FOUND -> MESSAGE_NOT_FOUND;
      case ENTITY_DISABLED -> ENTITY_DISABLED;
      case ENTITY_NOT_FOUND -> NOT_FOUND;
      case ENTITY_CHANGED -> LINK_DETACHED;
    };
  }
}
