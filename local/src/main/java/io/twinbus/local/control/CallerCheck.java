package io.twinbus.local.control;

import com.sun.net.httpserver.Headers;
import java.net.InetAddress;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Keeps web pages from ordering faults: a browser on this machine reaches every loopback port.
 *
 * <p>A browser names the page's origin where the page is from elsewhere, and the host by the page's
 * own name where a name server led that name here. Other clients do neither.
 */
final class CallerCheck {
  private static final Set<String> LOOPBACK = Set.of("localhost", "127.0.0.1", "[::1]");

  /** An address, or a name without a dot: no name server gives a stranger's page such a name. */
  private static final Pattern NO_DOMAIN = Pattern.compile("[\\d.]+|\\[[\\da-f:]+]|[a-z\\d_-]+");

  private final boolean onLoopback;

  CallerCheck(InetAddress listening) {
    this.onLoopback = listening.isLoopbackAddress();
  }

  /**
   * Refuses what a web page has sent.
   *
   * @throws ControlException with status 403
   */
  void check(Headers headers) {
    if (headers.containsKey("Origin")) {
      throw new ControlException(
          403,
          "A web page, here of '"
              + headers.getFirst("Origin")
              + "', does not control a local stack; use a client that sends no Origin.");
    }
    String host = headers.getFirst("Host");
    if (!isOurs(host)) {
      throw new ControlException(
          403,
          onLoopback
              ? "The control endpoint is called localhost or 127.0.0.1, not '"
                  + host
                  + "'; use its URL as the local stack tells it."
              : "The control endpoint is called by an address or a name without a dot, not '"
                  + host
                  + "'.");
    }
  }

  private boolean isOurs(@Nullable String host) {
    if (host == null) {
      return true;
    }
    String name = host.replaceFirst(":\\d*$", "").toLowerCase(Locale.ROOT);
    return LOOPBACK.contains(name) || (!onLoopback && NO_DOMAIN.matcher(name).matches());
  }
}
