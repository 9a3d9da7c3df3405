package io.twinbus.local.network;

import io.netty.util.NetUtil;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The host names and IP addresses that a certificate is made for. Immutable. */
record SubjectNames(Set<String> names) {
  private static final Pattern HOST =
      Pattern.compile("[A-Za-z0-9]([A-Za-z0-9.-]{0,251}[A-Za-z0-9])?");

  /**
   * The loopback names of this machine, and {@code others}.
   *
   * @throws IllegalArgumentException if one is neither a host name nor an address
   */
  static SubjectNames withLoopback(String... others) {
    Set<String> names = new LinkedHashSet<>(List.of("localhost", "127.0.0.1", "0:0:0:0:0:0:0:1"));
    for (String other : others) {
      if (!isAddress(other) && !HOST.matcher(other).matches()) {
        throw new IllegalArgumentException(
            "A certificate is made for host names and IP addresses; '" + other + "' is neither.");
      }
      names.add(other);
    }
    return new SubjectNames(names);
  }

  /** The value of keytool's extension. */
  String forKeytool() {
    return names.stream()
        .map(name -> (isAddress(name) ? "ip:" : "dns:") + name)
        .collect(Collectors.joining(","));
  }

  private static boolean isAddress(String name) {
    return NetUtil.isValidIpV4Address(name) || NetUtil.isValidIpV6Address(name);
  }
}
