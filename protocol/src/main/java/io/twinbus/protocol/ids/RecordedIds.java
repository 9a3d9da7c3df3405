package io.twinbus.protocol.ids;

import io.twinbus.protocol.MessageId;
import io.twinbus.protocol.Secret;
import io.twinbus.protocol.SessionId;
import io.twinbus.protocol.settings.FlatSettings;
import io.twinbus.protocol.settings.LedgerKeys;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Base64;
import java.util.Optional;
import java.util.regex.Pattern;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * The form in which ids of sessions and messages are kept in the ledger and written to logs: clear,
 * or as keyed hashes ({@code twinbus.ledger.ids}).
 *
 * <p>A hashed id is {@code hmac-} and 43 characters: HMAC-SHA-256 in base64url, under the
 * deployment's key. An id's hash as a session differs from its hash as a message. Without the key
 * no id can be tried against a hash. Handlers and brokers get clear ids in either form.
 *
 * <p>Immutable and thread-safe.
 */
public final class RecordedIds {

  /** The fewest characters that a key has. */
  public static final int SHORTEST_KEY = 32;

  /** Ids are kept as they are. */
  public static final RecordedIds CLEAR = new RecordedIds(null);

  private static final String ALGORITHM = "HmacSHA256";
  private static final String PREFIX = "hmac-";
  private static final Pattern HASH = Pattern.compile(PREFIX + "[A-Za-z0-9_-]{43}");

  private final @Nullable SecretKeySpec key;

  private RecordedIds(@Nullable SecretKeySpec key) {
    this.key = key;
  }

  /**
   * Ids are kept as hashes under {@code key}.
   *
   * @throws IllegalArgumentException when the key is shorter than {@value #SHORTEST_KEY} characters
   */
  public static RecordedIds hashed(Secret key) {
    if (key.reveal().length() < SHORTEST_KEY) {
      throw new IllegalArgumentException(
          "A key of ids has at least %d characters.".formatted(SHORTEST_KEY));
    }
    return new RecordedIds(
        new SecretKeySpec(key.reveal().getBytes(StandardCharsets.UTF_8), ALGORITHM));
  }

  /** Reads {@code twinbus.ledger.ids} and its key; a mistake is refused in one sentence. */
  public static RecordedIds from(FlatSettings flat) {
    boolean isHashed = flat.get(LedgerKeys.IDS).equals(LedgerKeys.HASHED);
    Optional<String> key = flat.find(LedgerKeys.IDS_KEY);
    if (flat.isRefused(LedgerKeys.IDS)) {
      return CLEAR;
    }
    Optional<String> mistake = mistake(isHashed, key.orElse(""));
    if (mistake.isPresent()) {
      flat.refuse(LedgerKeys.IDS_KEY, mistake.get());
      return CLEAR;
    }
    return key.map(Secret::new).map(RecordedIds::hashed).orElse(CLEAR);
  }

  private static Optional<String> mistake(boolean isHashed, String key) {
    if (!isHashed) {
      return key.isEmpty()
          ? Optional.empty()
          : Optional.of(
              "%s is set and %s is clear: set that to hashed, or leave the key out."
                  .formatted(LedgerKeys.IDS_KEY, LedgerKeys.IDS));
    }
    if (key.length() >= SHORTEST_KEY) {
      return Optional.empty();
    }
    return Optional.of(
        "%s is hashed and %s %s: give all processes of the deployment the same random text of %d characters or more."
            .formatted(
                LedgerKeys.IDS,
                LedgerKeys.IDS_KEY,
                key.isEmpty() ? "is not set" : "is too short",
                SHORTEST_KEY));
  }

  /** Whether ids are kept as hashes. */
  public boolean areHashed() {
    return key != null;
  }

  /** What tells this key from others, and gives nothing of it away; empty: ids are clear. */
  public Optional<String> fingerprint() {
    return key == null ? Optional.empty() : Optional.of(digest(key, "key", "").substring(0, 16));
  }

  /** The recorded form of {@code clear}, whatever that looks like. */
  public SessionId of(SessionId clear) {
    return key == null ? clear : new SessionId(PREFIX + digest(key, "session", clear.value()));
  }

  /** The recorded form of {@code clear}, whatever that looks like. */
  public MessageId of(MessageId clear) {
    return key == null ? clear : new MessageId(ofMessage(clear.value()));
  }

  /** The recorded form of the id that a message carries; empty where it carries none. */
  public String ofMessage(String carried) {
    return key == null || carried.isEmpty() ? carried : PREFIX + digest(key, "message", carried);
  }

  /** Whether {@code carried}, the session's id on a message, is recorded as {@code session}. */
  public boolean isRecordedAs(String carried, SessionId session) {
    return session.value().equals(key == null ? carried : PREFIX + digest(key, "session", carried));
  }

  /**
   * The recorded form of an id that a person typed or a record holds: a clear id, or a recorded
   * form, which stays. Never for an id that a message carries: its sender could choose another
   * session's recorded form.
   */
  public SessionId named(SessionId typed) {
    return isRecordedForm(typed.value()) ? typed : of(typed);
  }

  /** The same for the id of a message. */
  public MessageId named(MessageId typed) {
    return isRecordedForm(typed.value()) ? typed : of(typed);
  }

  /** Whether {@code id} looks like a recorded form from which no clear id can be had. */
  public boolean isRecordedForm(String id) {
    return key != null && HASH.matcher(id).matches();
  }

  private static String digest(SecretKeySpec key, String purpose, String id) {
    try {
      Mac mac = Mac.getInstance(ALGORITHM);
      mac.init(key);
      mac.update((purpose + "\n").getBytes(StandardCharsets.UTF_8));
      return Base64.getUrlEncoder()
          .withoutPadding()
          .encodeToString(mac.doFinal(id.getBytes(StandardCharsets.UTF_8)));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("Every Java platform has HMAC-SHA-256.", e);
    }
  }

  /** The form, without the key. */
  @Override
  public String toString() {
    return key == null ? LedgerKeys.CLEAR : LedgerKeys.HASHED;
  }
}
