package io.twinbus.local.cosmos.gateway;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The name and the port by which a client came to the account, as its {@code Host} header says.
 *
 * @param suffix the port with its colon; empty where the client wrote none, as at port 80 or 443
 */
record Authority(String host, String suffix) {
  private static final Pattern HOST =
      Pattern.compile("([A-Za-z0-9._-]{1,253}|\\[[0-9A-Fa-f:.]{2,45}])(:\\d{1,5})?");

  /** Reads the header; without one that names a host, the account is {@code localhost:port}. */
  static Authority of(@Nullable String header, int port) {
    Matcher host = HOST.matcher(header == null ? "" : header);
    if (!host.matches()) {
      return new Authority("localhost", ":" + port);
    }
    String suffix = host.group(2);
    return new Authority(host.group(1), suffix == null ? "" : suffix);
  }

  /** Another port of the same host. */
  Authority withPort(int port) {
    return new Authority(host, ":" + port);
  }

  @Override
  public String toString() {
    return host + suffix;
  }
}
