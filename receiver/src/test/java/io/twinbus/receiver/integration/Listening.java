package io.twinbus.receiver.integration;

import io.twinbus.receiver.broker.BrokerSession;
import io.twinbus.receiver.broker.Delivery;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A listener that writes down what it hears. */
final class Listening implements BrokerSession.Listener {

  final List<Delivery> delivered = new CopyOnWriteArrayList<>();
  final List<String> lost = new CopyOnWriteArrayList<>();

  static Listening to(BrokerSession session) {
    Listening listening = new Listening();
    session.listen(listening);
    return listening;
  }

  @Override
  public void delivered(Delivery delivery) {
    delivered.add(delivery);
  }

  @Override
  public void lost(String why) {
    lost.add(why);
  }

  List<String> ids() {
    return delivered.stream().map(delivery -> delivery.message().id().value()).toList();
  }
}
