package io.twinbus.local.control;

import com.sun.net.httpserver.Headers;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Keeps web pages from ordering faults: a browser on this machine reaches every loopback port.
 *
 * <p>A browser names the page's origin where the page is from elsewhere, and the host by the page's
 * own name where a name server led that name here. Other clients do neither.
 */
final class CallerCheck {
  private static final Set<String> LOOPBACK = Set.of("localhost", "127.0.0.1", "[::1]");

  private CallerCheck() {}

  /**
   * Refuses what a web page has sent.
   *
   * @throws ControlException with status 403
   */
  static void check(Headers headers) {
    if (headers.containsKey("Origin")) {
      throw new ControlException(
          403,
          "A web page, here of '"
              + headers.getFirst("Origin")
              + "', does not control a local stack; use a client that sends no Origin.");
    }
    String host = headers.getFirst("Host");
    if (!isLoopback(host)) {
      throw new ControlException(
          403,
          "The control endpoint is called localhost or 127.0.0.1, not '"
              + host
              + "'; use its URL as the local stack tells it.");
    }
  }

  private static boolean isLoopback(@Nullable String host) {
    return host == null
        || LOOPBACK.contains(host.replaceFirst(":\\d*$", "").toLowerCase(Locale.ROOT));
  }
}
