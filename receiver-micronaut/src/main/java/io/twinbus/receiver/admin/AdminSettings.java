package io.twinbus.receiver.admin;

import io.twinbus.protocol.Secret;
import io.twinbus.protocol.settings.FlatSettings;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Optional;

/**
 * Where the admin endpoints are, and who may ask them.
 *
 * <p>Immutable and thread-safe.
 *
 * @param address the address to listen on ({@code twinbus.receiver.admin.host}, default 127.0.0.1);
 *     any but loopback needs a token
 * @param port the port ({@code twinbus.receiver.admin.port}, default 8081); 0: any free one
 * @param token what every caller has to bring as a bearer token ({@code
 *     twinbus.receiver.admin.token}); empty: nothing, on loopback alone
 */
public record AdminSettings(InetAddress address, int port, Optional<Secret> token) {

  /** Default of {@link #port()}. */
  public static final int DEFAULT_PORT = 8081;

  private static final String PREFIX = "twinbus.receiver.";
  private static final String LOOPBACK = "127.0.0.1";
  private static final int MAX_PORT = 65_535;
  private static final int SHORTEST_TOKEN = 16;

  /**
   * Reads and checks the settings.
   *
   * @throws io.twinbus.protocol.settings.InvalidSettingException with one sentence for each mistake
   */
  public static AdminSettings from(FlatSettings flat) {
    return flat.collect(AdminSettings::read);
  }

  private static AdminSettings read(FlatSettings flat) {
    String host = flat.text(PREFIX + "admin.host").orElse(LOOPBACK);
    Optional<String> token = flat.text(PREFIX + "admin.token");
    if (token.isPresent() && token.get().length() < SHORTEST_TOKEN) {
      flat.refuse(
          PREFIX + "admin.token",
          "%sadmin.token is too short to keep anybody out: give %d characters or more."
              .formatted(PREFIX, SHORTEST_TOKEN));
    }
    InetAddress address = address(flat, host);
    if (!address.isLoopbackAddress()
        && token.isEmpty()
        && !flat.isRefused(PREFIX + "admin.token")) {
      flat.refuse(
          "%sadmin.host is '%s', which others can reach: set %sadmin.token, too, or leave it at %s."
              .formatted(PREFIX, host, PREFIX, LOOPBACK));
    }
    return new AdminSettings(
        address,
        flat.integer(PREFIX + "admin.port", DEFAULT_PORT, 0, MAX_PORT),
        token.map(Secret::new));
  }

  private static InetAddress address(FlatSettings flat, String host) {
    try {
      return InetAddress.getByName(host);
    } catch (UnknownHostException e) {
      flat.refuse(
          PREFIX + "admin.host",
          "%sadmin.host is '%s', which is no address of this machine.".formatted(PREFIX, host));
      return InetAddress.getLoopbackAddress();
    }
  }
}
