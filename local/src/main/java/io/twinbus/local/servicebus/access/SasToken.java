package io.twinbus.local.servicebus.access;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * A shared access signature as a client sent it, taken apart and not yet believed.
 *
 * @param encodedResource what it is for, still URL-encoded as it was signed
 * @param signature the base64 signature
 * @param expiry the second at which it ends, as text, since that is what was signed
 * @param keyName the name of the key that signed it
 */
record SasToken(String encodedResource, String signature, String expiry, String keyName) {
  private static final String SCHEME = "SharedAccessSignature ";

  /** Empty: it is none. */
  static Optional<SasToken> parse(String text) {
    if (!text.startsWith(SCHEME)) {
      return Optional.empty();
    }
    Map<String, String> fields = new HashMap<>();
    for (String field : text.substring(SCHEME.length()).split("&", -1)) {
      int equals = field.indexOf('=');
      if (equals > 0) {
        fields.put(field.substring(0, equals), field.substring(equals + 1));
      }
    }
    String resource = fields.get("sr");
    String signature = fields.get("sig");
    String expiry = fields.get("se");
    String keyName = fields.get("skn");
    if (resource == null || signature == null || expiry == null || keyName == null) {
      return Optional.empty();
    }
    try {
      return Optional.of(new SasToken(resource, decode(signature), expiry, decode(keyName)));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  /** What the signature is a signature of. */
  String signed() {
    return encodedResource + "\n" + expiry;
  }

  /** When it ends; the beginning of time if that cannot be read. */
  Instant until() {
    try {
      return Instant.ofEpochSecond(Long.parseLong(expiry));
    } catch (NumberFormatException | java.time.DateTimeException e) {
      return Instant.EPOCH;
    }
  }

  /** The resource in the clear. */
  String resource() {
    try {
      return decode(encodedResource);
    } catch (IllegalArgumentException e) {
      return encodedResource;
    }
  }

  private static String decode(String text) {
    return URLDecoder.decode(text, StandardCharsets.UTF_8);
  }
}
