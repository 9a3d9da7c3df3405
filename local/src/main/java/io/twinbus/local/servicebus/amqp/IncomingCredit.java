package io.twinbus.local.servicebus.amqp;

import org.apache.qpid.proton.engine.Receiver;

/**
 * Keeps a client supplied with credit: full at first, topped up when half of it is used.
 *
 * <p>Half of it is more than a session of the JavaScript SDK has under way (2,048 transfers).
 * Without credit that SDK waits for a second, and then for thirty.
 */
final class IncomingCredit {
  static final int FULL = 5000;

  private IncomingCredit() {}

  static void topUp(Receiver receiver) {
    int left = receiver.getCredit();
    if (left < FULL / 2) {
      receiver.flow(FULL - left);
    }
  }
}
