package io.twinbus.local.servicebus.amqp;

import org.apache.qpid.proton.engine.Receiver;

/** Keeps a client supplied with credit: full at first, topped up when half of it is used. */
final class IncomingCredit {
  static final int FULL = 1000;

  private IncomingCredit() {}

  static void topUp(Receiver receiver) {
    int left = receiver.getCredit();
    if (left < FULL / 2) {
      receiver.flow(FULL - left);
    }
  }
}
