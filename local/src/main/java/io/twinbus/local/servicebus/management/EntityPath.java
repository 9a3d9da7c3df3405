package io.twinbus.local.servicebus.management;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The path of a request, taken apart.
 *
 * @param entity the queue or topic
 * @param subscription the topic's; null: none is named
 * @param rule the subscription's; null: none is named
 * @param list what is asked for is the list of what hangs on the last one that is named
 */
record EntityPath(
    String entity, @Nullable String subscription, @Nullable String rule, boolean list) {
  private static final String SUBSCRIPTIONS = "/subscriptions";
  private static final String RULES = "/rules";

  static EntityPath of(String path) {
    int at = path.toLowerCase(Locale.ROOT).lastIndexOf(SUBSCRIPTIONS);
    int end = at + SUBSCRIPTIONS.length();
    if (at < 0 || (end < path.length() && path.charAt(end) != '/')) {
      return new EntityPath(path, null, null, false);
    }
    String topic = path.substring(0, at);
    if (end == path.length()) {
      return new EntityPath(topic, null, null, true);
    }
    String[] rest = path.substring(end + 1).split("/", -1);
    boolean rules = rest.length > 1 && RULES.substring(1).equalsIgnoreCase(rest[1]);
    if (rest.length == 1) {
      return new EntityPath(topic, rest[0], null, false);
    }
    return rules && rest.length <= 3
        ? new EntityPath(topic, rest[0], rest.length == 3 ? rest[2] : null, rest.length == 2)
        : new EntityPath(path, null, null, false);
  }

  /** The path under which the broker knows the subscription. */
  String subscriptionPath() {
    return entity + "/Subscriptions/" + subscription;
  }
}
