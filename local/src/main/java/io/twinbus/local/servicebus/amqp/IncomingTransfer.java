package io.twinbus.local.servicebus.amqp;

import org.apache.qpid.proton.engine.Delivery;
import org.apache.qpid.proton.engine.Receiver;
import org.jspecify.annotations.Nullable;

/** Takes a whole transfer off a receiver link. */
final class IncomingTransfer {
  private IncomingTransfer() {}

  /** Its bytes; null while it is incomplete, or when the client has aborted it. */
  static byte @Nullable [] take(Receiver receiver, Delivery delivery) {
    if (delivery.isAborted()) {
      receiver.advance();
      delivery.settle();
      return null;
    }
    if (!delivery.isReadable() || delivery.isPartial()) {
      return null;
    }
    byte[] bytes = new byte[delivery.pending()];
    receiver.recv(bytes, 0, bytes.length);
    receiver.advance();
    return bytes;
  }
}
