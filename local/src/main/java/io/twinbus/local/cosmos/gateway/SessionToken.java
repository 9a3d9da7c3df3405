package io.twinbus.local.cosmos.gateway;

import io.twinbus.local.cosmos.http.BadRequestException;
import io.twinbus.local.cosmos.http.Request;
import io.twinbus.local.cosmos.store.Container;

/**
 * The mark of how far a client has seen a container, {@code 0:-1#7}: in its one physical partition
 * the writes up to the seventh.
 */
final class SessionToken {
  /** The substatus of a read whose region has not come so far. */
  static final String NOT_AVAILABLE = "1002";

  private SessionToken() {}

  static String of(Container container) {
    return "0:-1#" + container.sequence();
  }

  /** Whether a request's client has seen writes that this copy of the container has not. */
  static boolean isAhead(Request request, Container container) {
    String header = request.header("x-ms-session-token");
    return header != null && sequence(header) > container.sequence();
  }

  private static long sequence(String header) {
    String[] parts = header.split("#", 3);
    if (parts.length < 2) {
      return 0;
    }
    try {
      return Long.parseLong(parts[1].strip());
    } catch (NumberFormatException e) {
      throw new BadRequestException("The session token '" + header + "' is none.");
    }
  }
}
