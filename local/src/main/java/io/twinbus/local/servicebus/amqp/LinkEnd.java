package io.twinbus.local.servicebus.amqp;

import io.twinbus.local.servicebus.faults.Target;
import org.apache.qpid.proton.engine.Delivery;

/** What stands behind one attached link. */
interface LinkEnd {

  /** Whether it sends to or receives from what the target names. */
  default boolean serves(Target target) {
    return false;
  }

  /** Whether it is detached when it has not been used for long. */
  default boolean mayIdleOut() {
    return false;
  }

  /** The client changed its credit, or drains. */
  default void flow() {}

  /** A transfer came in, or its state changed. */
  default void delivery(Delivery delivery) {}

  /** The link is gone: closed by the client, or with its connection. */
  default void gone() {}
}
