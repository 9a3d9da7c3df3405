package io.twinbus.ops.dlq;

import io.twinbus.protocol.Body;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** The SHA-256 of a body, in hexadecimal digits. */
final class BodyHash {

  private BodyHash() {}

  static String of(Body body) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      digest.update(body.asByteBuffer());
      return HexFormat.of().formatHex(digest.digest());
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Every Java platform has SHA-256.", e);
    }
  }
}
