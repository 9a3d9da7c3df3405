package io.twinbus.receiver.admin;

import io.twinbus.protocol.Secret;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Decides whether a request may read the admin pages. With configured tokens, the request must
 * carry one of them. Without one, the request must name this machine by a loopback name: a web page
 * in a browser here could otherwise read the pages under a name that it has pointed to 127.0.0.1.
 *
 * <p>Thread-safe.
 */
final class AdminAuthorizer {

  private static final Set<String> OWN_NAMES = Set.of("127.0.0.1", "localhost", "[::1]");
  private static final String SCHEME = "bearer ";
  private static final int UNAUTHORIZED = 401;
  private static final int FORBIDDEN = 403;

  private final AdminTokens tokens;

  AdminAuthorizer(AdminTokens tokens) {
    this.tokens = tokens;
  }

  /**
   * Whether a request is answered.
   *
   * @param status the status of a refusal, 0 for none
   * @param sentence the refusal in words
   * @param challenge what the caller has to bring
   */
  record Decision(int status, String sentence, Optional<String> challenge) {

    boolean isAllowed() {
      return status == 0;
    }
  }

  Decision decide(@Nullable String host, @Nullable String authorization) {
    if (tokens.areRequired()) {
      return isOneOf(tokens.current(), authorization)
          ? allowed()
          : new Decision(UNAUTHORIZED, "Bring the token of this receiver.", Optional.of("Bearer"));
    }
    return host != null && OWN_NAMES.contains(nameOf(host))
        ? allowed()
        : new Decision(FORBIDDEN, "Ask by the name 127.0.0.1 or localhost.", Optional.empty());
  }

  private static Decision allowed() {
    return new Decision(0, "", Optional.empty());
  }

  /** Takes as long for a wrong token as for one that is nearly right. */
  private static boolean isOneOf(List<Secret> tokens, @Nullable String authorization) {
    if (authorization == null
        || !authorization.regionMatches(true, 0, SCHEME, 0, SCHEME.length())) {
      return false;
    }
    byte[] brought =
        authorization.substring(SCHEME.length()).strip().getBytes(StandardCharsets.UTF_8);
    boolean isOne = false;
    for (Secret token : tokens) {
      isOne |= MessageDigest.isEqual(brought, token.reveal().getBytes(StandardCharsets.UTF_8));
    }
    return isOne;
  }

  private static String nameOf(String host) {
    int port = host.lastIndexOf(':');
    boolean hasPort = port > host.lastIndexOf(']');
    return (hasPort ? host.substring(0, port) : host).toLowerCase(Locale.ROOT);
  }
}
