package io.twinbus.local.servicebus.amqp;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * What is left to do at the end of the event loop's turn: receivers that the broker has news for,
 * then one flush for every connection that has something to say.
 */
final class Turn {
  private final Runnable requestEnd;
  private final Set<ConsumerLink> news = new LinkedHashSet<>();
  private final Set<AmqpConnection> unflushed = new LinkedHashSet<>();

  Turn(Runnable requestEnd) {
    this.requestEnd = requestEnd;
  }

  void hasNews(ConsumerLink link) {
    news.add(link);
    requestEnd.run();
  }

  void hasOutput(AmqpConnection connection) {
    unflushed.add(connection);
    requestEnd.run();
  }

  void end() {
    while (!news.isEmpty()) {
      List<ConsumerLink> batch = new ArrayList<>(news);
      news.clear();
      batch.forEach(ConsumerLink::actOnNews);
    }
    List<AmqpConnection> batch = new ArrayList<>(unflushed);
    unflushed.clear();
    batch.forEach(AmqpConnection::flush);
  }
}
