package io.twinbus.protocol;

import io.twinbus.protocol.text.Printable;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * How an id of any length travels in a Service Bus field of at most 128 characters.
 *
 * <p>An id of up to {@value #MAX_WIRE_LENGTH} characters travels as it is. A longer one, up to
 * {@value #MAX_LENGTH} characters, travels as {@code sha256-} and the hexadecimal SHA-256 of its
 * UTF-8 form; the original goes along in a property. An id that itself looks like such a hash is
 * hashed too, so that no two ids share a wire form.
 */
final class WireId {

  static final int MAX_WIRE_LENGTH = 128;
  static final int MAX_LENGTH = 1024;
  private static final String PREFIX = "sha256-";

  private WireId() {}

  static void check(String what, String id) {
    if (id.isEmpty()) {
      throw new InvalidNameException("A " + what + " must not be empty.");
    }
    if (id.length() > MAX_LENGTH) {
      throw new InvalidNameException(
          "A %s has at most %d characters, this one has %d: '%s…'."
              .formatted(what, MAX_LENGTH, id.length(), Printable.of(id.substring(0, 40))));
    }
  }

  static String of(String id) {
    if (id.length() <= MAX_WIRE_LENGTH && !id.startsWith(PREFIX)) {
      return id;
    }
    try {
      byte[] hash =
          MessageDigest.getInstance("SHA-256").digest(id.getBytes(StandardCharsets.UTF_8));
      return PREFIX + HexFormat.of().formatHex(hash);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Every Java platform has SHA-256.", e);
    }
  }
}
