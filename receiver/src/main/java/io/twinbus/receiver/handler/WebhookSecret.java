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
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * What handler calls are signed with, as <a href="https://www.standardwebhooks.com">Standard
 * Webhooks</a> says: {@code webhook-id}, {@code webhook-timestamp} (seconds) and {@code
 * webhook-signature}, an HMAC-SHA256 over {@code id.timestamp.body} in base64 behind {@code v1,}.
 *
 * <p>Several keys give several signatures, so that a key can be replaced without a gap: configure
 * both, change the endpoint, take the old one out. Prints no key. Immutable and thread-safe.
 */
public final class WebhookSecret {

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

  /** The three headers of a call at {@code now}; {@code id} is fit for a header. */
  Map<String, String> headers(String id, Instant now, byte[] body) {
    String timestamp = Long.toString(now.getEpochSecond());
    byte[] prefix = (id + "." + timestamp + ".").getBytes(StandardCharsets.UTF_8);
    StringBuilder signatures = new StringBuilder();
    for (SecretKeySpec key : keys) {
      signatures
          .append(signatures.isEmpty() ? "" : " ")
          .append("v1,")
          .append(sign(key, prefix, body));
    }
    Map<String, String> headers = new LinkedHashMap<>();
    headers.put("webhook-id", id);
    headers.put("webhook-timestamp", timestamp);
    headers.put("webhook-signature", signatures.toString());
    return headers;
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
