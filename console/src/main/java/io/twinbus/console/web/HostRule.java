package io.twinbus.console.web;

import java.net.URI;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Which requests are the console's own: a page of another site can reach a port on loopback through
 * a name of its own, and is told apart by the names in {@code Host} and {@code Origin}.
 *
 * <p>Immutable and thread-safe.
 *
 * @param origins the addresses that the console has, such as {@code http://127.0.0.1:7100}
 */
public record HostRule(Set<String> origins) {

  /** Copies {@code origins}. */
  public HostRule {
    origins = Set.copyOf(origins);
  }

  /** The console on loopback at {@code port}. */
  public static HostRule loopback(int port) {
    Set<String> origins = new TreeSet<>();
    for (String name : new String[] {"127.0.0.1", "localhost", "[::1]"}) {
      origins.add("http://%s:%d".formatted(name, port));
    }
    return new HostRule(origins);
  }

  /** The same, and {@code url}: the address that a proxy gives the console. */
  public HostRule and(URI url) {
    Set<String> all = new TreeSet<>(origins);
    all.add("%s://%s".formatted(url.getScheme(), url.getAuthority()).toLowerCase(Locale.ROOT));
    return new HostRule(all);
  }

  /** Whether {@code host}, as the request names it, is the console. */
  public boolean isOwnHost(Optional<String> host) {
    return host.map(name -> name.toLowerCase(Locale.ROOT))
        .filter(name -> origins.stream().anyMatch(own -> own.endsWith("://" + name)))
        .isPresent();
  }

  /** Whether a request that changes something comes from a page of the console. */
  public boolean isOwnPage(Optional<String> origin) {
    return origin.map(from -> from.toLowerCase(Locale.ROOT)).filter(origins::contains).isPresent();
  }
}
