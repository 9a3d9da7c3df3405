package io.twinbus.receiver.admin;

import io.twinbus.protocol.Secret;
import io.twinbus.protocol.settings.FlatSettings;
import io.twinbus.protocol.settings.ReceiverKeys;
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

  private static final String PREFIX = "twinbus.receiver.";
  private static final String LOOPBACK = "127.0.0.1";
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
    String host = flat.get(ReceiverKeys.ADMIN_HOST);
    Optional<String> token = flat.find(ReceiverKeys.ADMIN_TOKEN);
    if (token.isPresent() && token.get().length() < SHORTEST_TOKEN) {
      flat.refuse(
          ReceiverKeys.ADMIN_TOKEN,
          "%sadmin.token is too short to keep anybody out: give %d characters or more."
              .formatted(PREFIX, SHORTEST_TOKEN));
    }
    InetAddress address = address(flat, host);
    if (!address.isLoopbackAddress()
        && token.isEmpty()
        && !flat.isRefused(ReceiverKeys.ADMIN_TOKEN)) {
      flat.refuse(
          "%sadmin.host is '%s', which others can reach: set %sadmin.token, too, or leave it at %s."
              .formatted(PREFIX, host, PREFIX, LOOPBACK));
    }
    return new AdminSettings(address, flat.get(ReceiverKeys.ADMIN_PORT), token.map(Secret::new));
  }

  private static InetAddress address(FlatSettings flat, String host) {
    try {
      return InetAddress.getByName(host);
    } catch (UnknownHostException e) {
      flat.refuse(
          ReceiverKeys.ADMIN_HOST,
          "%sadmin.host is '%s', which is no address of this machine.".formatted(PREFIX, host));
      return InetAddress.getLoopbackAddress();
    }
  }
}
