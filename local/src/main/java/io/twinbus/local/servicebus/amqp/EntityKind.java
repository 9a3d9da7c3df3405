package io.twinbus.local.servicebus.amqp;

import java.util.Map;
import java.util.Optional;
import org.apache.qpid.proton.amqp.Symbol;
import org.apache.qpid.proton.engine.Link;

/** The kinds of entities, as a client names the one that it is made for when it attaches a link. */
enum EntityKind {
  QUEUE("Queue"),
  TOPIC("Topic"),
  SUBSCRIPTION("Subscriber");

  private static final Symbol PROPERTY = Symbol.valueOf("com.microsoft:entity-type");
  private static final String SUBSCRIPTIONS = "/subscriptions/";

  private final String word;

  EntityKind(String word) {
    this.word = word;
  }

  /** The kind of the entity that keeps messages under a path in lower case. */
  static EntityKind ofKeeper(String path) {
    return path.contains(SUBSCRIPTIONS) ? SUBSCRIPTION : QUEUE;
  }

  /** What is wrong when a client attaches this link to an entity of this kind; empty: nothing. */
  Optional<String> whyNotFor(Link link) {
    return namedBy(link)
        .filter(named -> !named.opens(this))
        .map(named -> "Cannot open a %s client for entity type %s.".formatted(named.word, word));
  }

  /** Clients for queues receive from subscriptions, too: the documented way for JMS. */
  private boolean opens(EntityKind other) {
    return this == other || (this == QUEUE && other == SUBSCRIPTION);
  }

  /** Only a number of AMQP's type int counts, as in the service; most clients name none. */
  private static Optional<EntityKind> namedBy(Link link) {
    Map<Symbol, Object> properties = link.getRemoteProperties();
    Object value = properties == null ? null : properties.get(PROPERTY);
    return value instanceof Integer number && number >= 0 && number < values().length
        ? Optional.of(values()[number])
        : Optional.empty();
  }
}
