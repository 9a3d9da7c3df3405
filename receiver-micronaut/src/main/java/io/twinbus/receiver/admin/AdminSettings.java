package io.twinbus.receiver.admin;

import io.twinbus.protocol.Secret;
import io.twinbus.protocol.settings.FlatSettings;
import io.twinbus.protocol.settings.ReceiverKeys;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Where the admin endpoints are, and who may ask them.
 *
 * <p>Thread-safe.
 *
 * @param address the address to listen on ({@code twinbus.receiver.admin.host}, default 127.0.0.1);
 *     any but loopback needs a token
 * @param port the port ({@code twinbus.receiver.admin.port}, default 8081); 0: any free one
 * @param tokens what every caller has to bring as a bearer token ({@code
 *     twinbus.receiver.admin.token} or {@code …token-file}); none, on loopback alone
 */
public record AdminSettings(InetAddress address, int port, AdminTokens tokens) {

  private static final String PREFIX = "twinbus.receiver.";
  private static final String LOOPBACK = "127.0.0.1";

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
    AdminTokens tokens = tokens(flat);
    InetAddress address = address(flat, host);
    if (!address.isLoopbackAddress()
        && !tokens.areRequired()
        && !flat.isRefused(ReceiverKeys.ADMIN_TOKEN)) {
      flat.refuse(
          "%sadmin.host is '%s', which others can reach: set %sadmin.token, too, or leave it at %s."
              .formatted(PREFIX, host, PREFIX, LOOPBACK));
    }
    return new AdminSettings(address, flat.get(ReceiverKeys.ADMIN_PORT), tokens);
  }

  private static AdminTokens tokens(FlatSettings flat) {
    Optional<String> token = flat.find(ReceiverKeys.ADMIN_TOKEN);
    Optional<String> file = flat.find(ReceiverKeys.ADMIN_TOKEN_FILE);
    if (token.isPresent() && file.isPresent()) {
      flat.refuse(
          "%sadmin.token and %sadmin.token-file are both set: keep one of them."
              .formatted(PREFIX, PREFIX));
    }
    if (file.isPresent()) {
      return inFile(flat, Path.of(file.get()));
    }
    if (token.isEmpty()) {
      return AdminTokens.none();
    }
    AdminTokens tokens = AdminTokens.of(new Secret(token.get()));
    if (tokens.current().isEmpty()) {
      flat.refuse(
          ReceiverKeys.ADMIN_TOKEN,
          "%sadmin.token is too short to keep anybody out: give %d characters or more."
              .formatted(PREFIX, AdminTokens.SHORTEST));
    }
    return tokens;
  }

  private static AdminTokens inFile(FlatSettings flat, Path file) {
    AdminTokens tokens = AdminTokens.inFile(file);
    if (tokens.current().isEmpty()) {
      flat.refuse(
          ReceiverKeys.ADMIN_TOKEN_FILE,
          "%sadmin.token-file is '%s', which cannot be read or has no token of %d characters or more."
              .formatted(PREFIX, file, AdminTokens.SHORTEST));
    }
    return tokens;
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
