package io.twinbus.testkit.broker.contract;

import io.twinbus.receiver.broker.Delivery;
import java.util.Comparator;

/** The order in which a broker gives copies. */
final class Deliveries {

  static final Comparator<Delivery> BY_BROKER_SEQUENCE =
      Comparator.comparingLong(Delivery::brokerSequence);

  private Deliveries() {}
}
