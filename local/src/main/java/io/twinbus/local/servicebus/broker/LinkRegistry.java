package io.twinbus.local.servicebus.broker;

import io.twinbus.local.servicebus.broker.admission.Refusal;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The clients that are linked to an entity for sending, and those for requests. */
final class LinkRegistry {
  private final Set<LinkedClient> producers = new LinkedHashSet<>();
  private final Set<LinkedClient> requesters = new LinkedHashSet<>();

  void addProducer(LinkedClient producer) {
    producers.add(producer);
  }

  void addRequester(LinkedClient requester) {
    requesters.add(requester);
  }

  void remove(LinkedClient client) {
    producers.remove(client);
    requesters.remove(client);
  }

  void detachProducers(Refusal why) {
    detach(producers, why);
  }

  void detachRequesters(Refusal why) {
    detach(requesters, why);
  }

  private static void detach(Set<LinkedClient> clients, Refusal why) {
    List<LinkedClient> all = List.copyOf(clients);
    clients.clear();
    all.forEach(client -> client.detached(why));
  }
}
