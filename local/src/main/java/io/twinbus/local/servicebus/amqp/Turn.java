package io.twinbus.local.servicebus.amqp;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What is left to do at the end of the event loop's turn: links that the broker has news for, then
 * one flush for every connection that has something to say.
 */
final class Turn {
  private static final Logger LOG = LoggerFactory.getLogger(Turn.class);

  private final Runnable requestEnd;
  private final Set<NewsReader> news = new LinkedHashSet<>();
  private final Set<AmqpConnection> unflushed = new LinkedHashSet<>();

  Turn(Runnable requestEnd) {
    this.requestEnd = requestEnd;
  }

  void hasNews(NewsReader link) {
    news.add(link);
    requestEnd.run();
  }

  void hasOutput(AmqpConnection connection) {
    unflushed.add(connection);
    requestEnd.run();
  }

  void end() {
    while (!news.isEmpty()) {
      List<NewsReader> batch = new ArrayList<>(news);
      news.clear();
      batch.forEach(link -> guarded(link.connection(), link::actOnNews));
    }
    List<AmqpConnection> batch = new ArrayList<>(unflushed);
    unflushed.clear();
    batch.forEach(connection -> guarded(connection, connection::flush));
  }

  /** What one connection breaks on must not keep the others from being served. */
  private static void guarded(AmqpConnection connection, Runnable action) {
    try {
      action.run();
    } catch (RuntimeException e) {
      LOG.error("A connection ends because of an error in the endpoint; report it.", e);
      connection.abort();
    }
  }
}
