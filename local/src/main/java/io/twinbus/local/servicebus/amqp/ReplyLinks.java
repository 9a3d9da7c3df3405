package io.twinbus.local.servicebus.amqp;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Where replies of one connection go.
 *
 * <p>Clients differ: some name the reply link's target address in a request, others the link
 * itself.
 */
final class ReplyLinks {
  private final Map<String, ReplyLink> byName = new HashMap<>();

  void add(@Nullable String name, ReplyLink link) {
    if (name != null) {
      byName.put(name, link);
    }
  }

  void remove(ReplyLink link) {
    byName.values().removeIf(other -> other == link);
  }

  @Nullable ReplyLink find(@Nullable String replyTo) {
    return replyTo == null ? null : byName.get(replyTo);
  }
}
