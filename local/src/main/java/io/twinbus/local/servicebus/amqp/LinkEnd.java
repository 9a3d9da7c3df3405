package io.twinbus.local.servicebus.amqp;

import org.apache.qpid.proton.engine.Delivery;

/** What stands behind one attached link. */
interface LinkEnd {

  /** The client changed its credit, or drains. */
  default void flow() {}

  /** A transfer came in, or its state changed. */
  default void delivery(Delivery delivery) {}

  /** The link is gone: closed by the client, or with its connection. */
  default void gone() {}
}
