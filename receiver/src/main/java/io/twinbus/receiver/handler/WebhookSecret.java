package io.twinbus.receiver.handler;

import io.twinbus.protocol.Secret;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * The keys that sign handler calls. A call carries two signatures, each an HMAC-SHA256 in base64
 * behind {@code v1,}:
 *
 * <ol>
 *   <li>{@code webhook-signature} is the one of <a href="https://www.standardwebhooks.com">Standard
 *       Webhooks</a>, over {@code webhook-id.webhook-timestamp.body}. The {@code webhook-id} is a
 *       hash of the idempotency key without a dot: it is the same for every call for a message, and
 *       the boundaries between id, time and body cannot be shifted.
 *   <li>{@value #CALL_SIGNATURE} covers what the body does not say: {@code twinbus-v1}, {@code
 *       webhook-id}, {@code webhook-timestamp} and the values of {@link #SIGNED} as they are sent,
 *       each on a line of its own that ends with a line feed. A header that is missing is an empty
 *       line. Without it, an attacker that replays a call could raise its token, and a sink that
 *       keeps the newest token would refuse the session from then on.
 * </ol>
 *
 * <p>Several keys give several signatures, separated by spaces, so that a key can be replaced
 * without a gap: configure both, change the endpoint, remove the old one. Prints no key. Immutable
 * and thread-safe.
 */
public final class WebhookSecret {

  /** The header of the second signature. */
  static final String CALL_SIGNATURE = "Twinbus-Signature";

  /** The headers that the second signature covers, in its order. */
  static final List<String> SIGNED =
      List.of(
          "ce-id",
          "ce-subject",
          "Idempotency-Key",
          "Twinbus-Token",
          "Twinbus-Attempt",
          "Twinbus-Stream",
          "Twinbus-Sequence",
          HttpState.HEADER);

  private static final String PREFIX = "whsec_";
  private static final String ALGORITHM = "HmacSHA256";
  private static final int SHORTEST = 24;
  private static final int LONGEST = 64;

  private final List<SecretKeySpec> keys;

  private WebhookSecret(List<SecretKeySpec> keys) {
    this.keys = keys;
  }

  /**
   * Reads one or more keys: each {@code whsec_} and 24 to 64 bytes in base64, separated by spaces.
   *
   * @return empty when the text is none
   */
  public static Optional<WebhookSecret> parse(Secret text) {
    List<SecretKeySpec> keys = new ArrayList<>();
    for (String word : text.reveal().strip().split("\\s+", -1)) {
      if (!word.startsWith(PREFIX)) {
        return Optional.empty();
      }
      try {
        byte[] key = Base64.getDecoder().decode(word.substring(PREFIX.length()));
        if (key.length < SHORTEST || key.length > LONGEST) {
          return Optional.empty();
        }
        keys.add(new SecretKeySpec(key, ALGORITHM));
      } catch (IllegalArgumentException e) {
        return Optional.empty();
      }
    }
    return Optional.of(new WebhookSecret(List.copyOf(keys)));
  }

  /**
   * The headers that sign a call at {@code now}.
   *
   * @param key the call's idempotency key, whole
   * @param call the call's other headers, as they are sent
   */
  Map<String, String> headers(String key, Map<String, String> call, Instant now, byte[] body) {
    String id = "tb_" + Sha256.hex(key);
    String timestamp = Long.toString(now.getEpochSecond());
    StringBuilder covered = new StringBuilder("twinbus-v1\n" + id + "\n" + timestamp + "\n");
    SIGNED.forEach(name -> covered.append(call.getOrDefault(name, "")).append('\n'));
    Map<String, String> headers = new LinkedHashMap<>();
    headers.put("webhook-id", id);
    headers.put("webhook-timestamp", timestamp);
    headers.put("webhook-signature", signatures(id + "." + timestamp + ".", body));
    headers.put(CALL_SIGNATURE, signatures(covered.toString(), new byte[0]));
    return headers;
  }

  private String signatures(String text, byte[] body) {
    byte[] prefix = text.getBytes(StandardCharsets.UTF_8);
    return keys.stream()
        .map(key -> "v1," + sign(key, prefix, body))
        .collect(Collectors.joining(" "));
  }

  private static String sign(SecretKeySpec key, byte[] prefix, byte[] body) {
    try {
      Mac mac = Mac.getInstance(ALGORITHM);
      mac.init(key);
      mac.update(prefix);
      return Base64.getEncoder().encodeToString(mac.doFinal(body));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("This Java has no " + ALGORITHM + ".", e);
    }
  }

  @Override
  public String toString() {
    return "********";
  }
}
