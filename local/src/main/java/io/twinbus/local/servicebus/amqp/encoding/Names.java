package io.twinbus.local.servicebus.amqp.encoding;

import org.apache.qpid.proton.amqp.Symbol;

/** The symbols of Service Bus's dialect of AMQP, in one place. */
public final class Names {
  public static final Symbol SESSION_FILTER = Symbol.valueOf("com.microsoft:session-filter");
  public static final Symbol LOCKED_UNTIL_UTC = Symbol.valueOf("com.microsoft:locked-until-utc");
  public static final Symbol TIMEOUT = Symbol.valueOf("com.microsoft:timeout");

  public static final Symbol SEQUENCE_NUMBER = Symbol.valueOf("x-opt-sequence-number");
  public static final Symbol ENQUEUE_SEQUENCE_NUMBER =
      Symbol.valueOf("x-opt-enqueue-sequence-number");
  public static final Symbol ENQUEUED_TIME = Symbol.valueOf("x-opt-enqueued-time");
  public static final Symbol LOCKED_UNTIL = Symbol.valueOf("x-opt-locked-until");
  public static final Symbol MESSAGE_STATE = Symbol.valueOf("x-opt-message-state");
  public static final Symbol DEAD_LETTER_SOURCE = Symbol.valueOf("x-opt-deadletter-source");
  public static final Symbol SCHEDULED_ENQUEUE_TIME =
      Symbol.valueOf("x-opt-scheduled-enqueue-time");

  /** The message format of a batch: each data section is an encoded message. */
  public static final int BATCH_FORMAT = 0x80013700;

  private Names() {}
}
