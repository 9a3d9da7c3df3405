package io.twinbus.local.servicebus.faults;

import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** What a client does, as faults and counters tell it apart. */
public enum Operation {
  /** Opening an AMQP connection. */
  CONNECT,
  /** Presenting a token to {@code $cbs}. */
  AUTHORIZE,
  /** Attaching a link to an entity, or to its management node. */
  ATTACH,
  /** A transfer of one message or a batch, also of scheduled ones. */
  SEND,
  /** The request that schedules messages and answers their numbers. */
  SCHEDULE,
  /** The request that takes scheduled messages back. */
  CANCEL,
  /** A scheduled message becoming visible; the broker's doing. */
  ACTIVATE,
  /** Accepting a session, by its id or the next one. */
  ACCEPT_SESSION,
  /** The delivery of a message to a receiver. */
  RECEIVE,
  /** The request for deferred messages. */
  RECEIVE_DEFERRED,
  COMPLETE,
  ABANDON,
  DEFER,
  DEAD_LETTER,
  /** Renewing the lock of a message or a session. */
  RENEW_LOCK,
  /** Reading or writing the state of a session. */
  STATE,
  PEEK,
  /** Asking which sessions there are. */
  LIST_SESSIONS;

  /** Its name in JSON, such as {@code dead-letter}. */
  public String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** The operation of this name. */
  public static Optional<Operation> labelled(String label) {
    return Stream.of(values()).filter(one -> one.label().equals(label)).findFirst();
  }
}
