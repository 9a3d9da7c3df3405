package io.twinbus.local.servicebus.amqp;

import org.apache.qpid.proton.message.Message;

/** The {@code $cbs} node, to which clients bring their tokens; every token is good enough here. */
final class TokenNode implements RequestNode {

  @Override
  public Reply answer(Message request) {
    return Reply.accepted();
  }
}
