package io.twinbus.local.servicebus.amqp;

import io.twinbus.local.servicebus.faults.Occasion;
import io.twinbus.local.servicebus.faults.Operation;
import java.util.Optional;
import org.apache.qpid.proton.message.Message;

/** The {@code $cbs} node, to which clients bring their tokens; every token is good enough here. */
final class TokenNode implements RequestNode {

  @Override
  public Optional<Occasion> occasion(Message request) {
    return Optional.of(new Occasion(Operation.AUTHORIZE, null, null));
  }

  @Override
  public Reply answer(Message request) {
    return Reply.accepted();
  }
}
