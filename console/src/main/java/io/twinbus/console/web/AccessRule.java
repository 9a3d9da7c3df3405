package io.twinbus.console.web;

import io.twinbus.protocol.Secret;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Optional;

/**
 * Who may read, look at bodies and act. With tokens, each request brings one: as a bearer token, or
 * as the password that a browser asks for, beside a person's name. Without, each caller is an
 * operator: only this machine's users reach the console then.
 *
 * <p>Thread-safe.
 *
 * @param allowsActs whether the console changes anything for anyone
 * @param tokens what a caller has to bring; empty: nothing
 */
public record AccessRule(boolean allowsActs, Optional<AccessTokens> tokens) {

  private static final String BEARER = "bearer ";
  private static final String BASIC = "basic ";

  private record Brought(String name, Secret token) {}

  /** Whose request has {@code authorization}; empty: it is not let in. */
  Optional<Caller> caller(Optional<String> authorization) {
    if (tokens.isEmpty()) {
      return Optional.of(new Caller(Role.OPERATOR, ""));
    }
    return authorization
        .flatMap(AccessRule::read)
        .flatMap(
            brought ->
                tokens.get().role(brought.token()).map(role -> new Caller(role, brought.name())));
  }

  /** Why {@code caller} may not act; empty: it may. */
  Optional<String> refusalToAct(Caller caller) {
    if (!allowsActs) {
      return Optional.of(
          "This console only reads: start it with --allow-acts to change anything here.");
    }
    return caller.role() == Role.OPERATOR
        ? Optional.empty()
        : Optional.of("This is the reader's token: acts need the operator's.");
  }

  /** Why {@code caller} may not look at a body; empty: it may. */
  Optional<String> refusalToShow(Caller caller) {
    return caller.role() == Role.OPERATOR
        ? Optional.empty()
        : Optional.of("This is the reader's token: bodies and states need the operator's.");
  }

  private static Optional<Brought> read(String authorization) {
    if (authorization.regionMatches(true, 0, BEARER, 0, BEARER.length())) {
      return Optional.of(
          new Brought("", new Secret(authorization.substring(BEARER.length()).strip())));
    }
    if (!authorization.regionMatches(true, 0, BASIC, 0, BASIC.length())) {
      return Optional.empty();
    }
    String pair;
    try {
      pair =
          new String(
              Base64.getDecoder().decode(authorization.substring(BASIC.length()).strip()),
              StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
    int colon = pair.indexOf(':');
    return colon < 0
        ? Optional.empty()
        : Optional.of(
            new Brought(pair.substring(0, colon).strip(), new Secret(pair.substring(colon + 1))));
  }
}
