package io.twinbus.ledger;

import io.twinbus.protocol.SessionId;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;

/**
 * A short name for a session of a queue, for documents that name many: 16 characters in place of an
 * id of up to 128. Two sessions with one digest are possible, and harmless where it is used.
 *
 * <p>Immutable and thread-safe.
 *
 * @param value the first 96 bits of a SHA-256, in the URL-safe form of Base64
 */
public record SessionDigest(String value) {

  private static final int CHARACTERS = 16;

  /** The digest of {@code session} in {@code queue}. */
  public static SessionDigest of(EntityKey queue, SessionId session) {
    try {
      byte[] hash =
          MessageDigest.getInstance("SHA-256")
              .digest((queue.value() + ":" + session.wire()).getBytes(StandardCharsets.UTF_8));
      String whole = Base64.getUrlEncoder().withoutPadding().encodeToString(hash);
      return new SessionDigest(whole.substring(0, CHARACTERS));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Every Java platform has SHA-256.", e);
    }
  }
}
