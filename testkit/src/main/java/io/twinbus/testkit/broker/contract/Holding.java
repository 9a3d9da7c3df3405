package io.twinbus.testkit.broker.contract;

import io.twinbus.protocol.ParsedHeaders;
import io.twinbus.protocol.SessionId;
import io.twinbus.receiver.broker.BrokerSession;
import io.twinbus.receiver.broker.Delivery;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A session that a test holds, and what it has heard of it. */
final class Holding implements BrokerSession.Listener {

  final BrokerSession session;
  final List<Delivery> delivered = new CopyOnWriteArrayList<>();
  final List<String> lost = new CopyOnWriteArrayList<>();

  Holding(BrokerSession session) {
    this.session = session;
    session.listen(this);
  }

  SessionId id() {
    return session.session();
  }

  List<Long> seqs() {
    return delivered.stream().map(Holding::seq).toList();
  }

  static long seq(Delivery delivery) {
    return ((ParsedHeaders.Sequenced) delivery.headers()).headers().position().seq();
  }

  @Override
  public void delivered(Delivery delivery) {
    delivered.add(delivery);
  }

  @Override
  public void lost(String why) {
    lost.add(why);
  }
}
