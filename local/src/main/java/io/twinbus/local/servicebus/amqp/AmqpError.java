package io.twinbus.local.servicebus.amqp;

import org.apache.qpid.proton.amqp.transport.ErrorCondition;

/**
 * An error as a client gets it: the condition decides what the SDK does, the text is for people.
 */
record AmqpError(Condition condition, String text) {

  ErrorCondition onTheWire() {
    return new ErrorCondition(condition.symbol(), text);
  }
}
