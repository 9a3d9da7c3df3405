package io.twinbus.ledger;

import io.twinbus.protocol.SessionId;
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
    byte[] hash = TextDigest.of(queue.value() + ":" + session.wire());
    String whole = Base64.getUrlEncoder().withoutPadding().encodeToString(hash);
    return new SessionDigest(whole.substring(0, CHARACTERS));
  }
}
