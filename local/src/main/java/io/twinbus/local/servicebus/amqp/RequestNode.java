package io.twinbus.local.servicebus.amqp;

import io.twinbus.local.servicebus.broker.LinkedClient;
import io.twinbus.local.servicebus.faults.Occasion;
import java.util.Optional;
import org.apache.qpid.proton.message.Message;

/** A node that answers each request with one reply. */
interface RequestNode {
  Reply answer(Message request);

  /** What a request does, and to which session, as far as faults tell requests apart. */
  Optional<Occasion> occasion(Message request);

  /** Ends the locks that the request is about, as if their time had run out. */
  default void loseLocks(Message request) {}

  /** A client linked itself to the node; it is told when that is over. */
  default void linked(LinkedClient client) {}

  /** A client is gone. */
  default void unlinked(LinkedClient client) {}
}
