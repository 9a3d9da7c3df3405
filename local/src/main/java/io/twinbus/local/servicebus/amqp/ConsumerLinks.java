package io.twinbus.local.servicebus.amqp;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The receiving links of one connection by name: management requests name the link they mean. */
final class ConsumerLinks {
  private final Map<String, ConsumerLink> byName = new HashMap<>();

  void add(String name, ConsumerLink link) {
    byName.put(name, link);
  }

  void remove(String name, ConsumerLink link) {
    byName.remove(name, link);
  }

  /** A request was made on behalf of the link of this name, if there is one. */
  void used(String name) {
    ConsumerLink link = byName.get(name);
    if (link != null) {
      link.connection().used(link);
    }
  }

  @Nullable ConsumerLink find(String name) {
    return byName.get(name);
  }
}
