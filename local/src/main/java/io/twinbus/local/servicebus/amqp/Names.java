package io.twinbus.local.servicebus.amqp;

import org.apache.qpid.proton.amqp.Symbol;

/** The symbols of Service Bus's dialect of AMQP, in one place. */
final class Names {
  static final Symbol SESSION_FILTER = Symbol.valueOf("com.microsoft:session-filter");
  static final Symbol LOCKED_UNTIL_UTC = Symbol.valueOf("com.microsoft:locked-until-utc");
  static final Symbol TIMEOUT = Symbol.valueOf("com.microsoft:timeout");

  static final Symbol SEQUENCE_NUMBER = Symbol.valueOf("x-opt-sequence-number");
  static final Symbol ENQUEUE_SEQUENCE_NUMBER = Symbol.valueOf("x-opt-enqueue-sequence-number");
  static final Symbol ENQUEUED_TIME = Symbol.valueOf("x-opt-enqueued-time");
  static final Symbol LOCKED_UNTIL = Symbol.valueOf("x-opt-locked-until");
  static final Symbol MESSAGE_STATE = Symbol.valueOf("x-opt-message-state");
  static final Symbol DEAD_LETTER_SOURCE = Symbol.valueOf("x-opt-deadletter-source");
  static final Symbol SCHEDULED_ENQUEUE_TIME = Symbol.valueOf("x-opt-scheduled-enqueue-time");

  /** The message format of a batch: each data section is an encoded message. */
  static final int BATCH_FORMAT = 0x80013700;

  private Names() {}
}
