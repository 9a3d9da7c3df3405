package io.twinbus.local.servicebus.access;

import java.util.Locale;

/** The path of an entity inside its namespace, and what such a path covers. */
final class EntityPath {
  private EntityPath() {}

  /**
   * The path in a URI such as {@code amqp://host/orders}; empty: the whole namespace.
   *
   * <p>The JavaScript administration client signs the URI with its query.
   */
  static String of(String uriAndQuery) {
    String uri = uriAndQuery.replaceAll("\\?.*$", "");
    int scheme = uri.indexOf("://");
    String rest = uri;
    if (scheme >= 0) {
      int slash = uri.indexOf('/', scheme + 3);
      rest = slash < 0 ? "" : uri.substring(slash);
    }
    return rest.replaceAll("^/+|/+$", "").toLowerCase(Locale.ROOT);
  }

  /** Whether a right to one path is a right to the other: the same, or one inside it. */
  static boolean covers(String granted, String wanted) {
    return granted.isEmpty() || wanted.equals(granted) || wanted.startsWith(granted + "/");
  }
}
