package io.twinbus.local.servicebus.amqp;

import org.apache.qpid.proton.message.Message;

/** A node that answers each request with one reply. */
interface RequestNode {
  Reply answer(Message request);
}
