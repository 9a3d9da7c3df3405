package io.twinbus.console;

import io.twinbus.console.web.AccessRule;
import io.twinbus.console.web.AccessTokens;
import io.twinbus.console.web.HostRule;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Who can reach a console, and whether they may change anything.
 *
 * <p>Immutable and thread-safe.
 *
 * @param allowsActs whether pages offer acts
 * @param host the address that it listens on
 * @param publicUrl the https address that a proxy gives it; empty: none
 * @param tokenFile the file with the readers' and the operators' token; empty: no token is asked
 */
public record ConsoleAccess(
    boolean allowsActs, String host, Optional<URI> publicUrl, Optional<Path> tokenFile) {

  /** The address where none is named. */
  public static final String LOOPBACK = "127.0.0.1";

  /**
   * Checks that nobody but this machine's users gets in without a token.
   *
   * @throws IllegalArgumentException with one sentence
   */
  public ConsoleAccess {
    if (host.isBlank()) {
      throw new IllegalArgumentException(
          "--host is empty: name an address of this machine, or leave the option out for %s."
              .formatted(LOOPBACK));
    }
    if (!isLoopback(host) && publicUrl.isEmpty()) {
      throw new IllegalArgumentException(
          "--host %s can be reached by others: name with --public-url the https address of the proxy before it, and with --token-file the tokens."
              .formatted(host));
    }
    if (publicUrl.isPresent() && !isOrigin(publicUrl.get())) {
      throw new IllegalArgumentException(
          "--public-url is an https address without a path, such as https://twinbus.example.com.");
    }
    if (publicUrl.isPresent() && tokenFile.isEmpty()) {
      throw new IllegalArgumentException(
          "A console that others reach asks for a token: name its file with --token-file.");
    }
    if (tokenFile.isPresent() && !new AccessTokens(tokenFile.get()).hasAny()) {
      throw new IllegalArgumentException(
          "The file %s cannot be read, is larger than 4 KiB, or has no line 'reader TOKEN' or 'operator TOKEN' with %d characters or more."
              .formatted(tokenFile.get(), AccessTokens.SHORTEST));
    }
  }

  /** Loopback alone, to be read by every user of this machine. */
  public static ConsoleAccess reading() {
    return new ConsoleAccess(false, LOOPBACK, Optional.empty(), Optional.empty());
  }

  /** What callers may do. */
  AccessRule rule() {
    return new AccessRule(allowsActs, tokenFile.map(AccessTokens::new));
  }

  /** Under which names it is asked at {@code port}. */
  HostRule hosts(int port) {
    HostRule own = HostRule.loopback(port);
    return publicUrl.map(own::and).orElse(own);
  }

  /** Where persons find the pages of a console that is at {@code local} on this machine. */
  URI shown(URI local) {
    return publicUrl.map(url -> url.resolve("/")).orElse(local);
  }

  private static boolean isOrigin(URI url) {
    return "https".equals(url.getScheme())
        && url.getHost() != null
        && (url.getPath().isEmpty() || url.getPath().equals("/"))
        && url.getQuery() == null
        && url.getUserInfo() == null;
  }

  private static boolean isLoopback(String host) {
    try {
      return InetAddress.getByName(host).isLoopbackAddress();
    } catch (UnknownHostException e) {
      throw new IllegalArgumentException(
          "--host %s is no address of this machine.".formatted(host), e);
    }
  }
}
