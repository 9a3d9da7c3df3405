package io.twinbus.local.cosmos.gateway;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/** The account key and the signatures made with it. Thread-safe. */
public final class MasterKey {
  private static final String ALGORITHM = "HmacSHA256";

  private final SecretKeySpec key;

  /**
   * Takes the key as clients are given it.
   *
   * @throws IllegalArgumentException if it is no base64
   */
  public MasterKey(String base64) {
    byte[] bytes = decoded(base64);
    if (bytes.length == 0) {
      throw new IllegalArgumentException("The ledger key is empty.");
    }
    this.key = new SecretKeySpec(bytes, ALGORITHM);
  }

  /** Whether the request carries a signature of this key for what it does. */
  boolean signed(Request request) {
    String authorization = request.header("authorization");
    String date = date(request);
    if (authorization == null || date == null) {
      return false;
    }
    byte[] given = unescaped(authorization);
    if (RequestKind.isPartitionDelete(request)) {
      // The SDKs sign it as a request about their container: Java names the type apart.
      String container = String.join("/", request.path().subList(0, 4));
      return MessageDigest.isEqual(given, token(request.verb(), "partitionkey", container, date))
          || MessageDigest.isEqual(given, token(request.verb(), "colls", container, date));
    }
    Resource resource = Resource.of(request.path());
    return MessageDigest.isEqual(
            given, token(request.verb(), resource.type(), resource.link(), date))
        || MessageDigest.isEqual(
            given, token(request.verb(), resource.type(), resource.resourceId(), date));
  }

  private static byte[] unescaped(String authorization) {
    try {
      return URLDecoder.decode(authorization, StandardCharsets.UTF_8)
          .getBytes(StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      // No token at all, so no signature either.
      return new byte[0];
    }
  }

  private byte[] token(String verb, String type, String link, String date) {
    String payload =
        verb.toLowerCase(Locale.ROOT)
            + "\n"
            + type
            + "\n"
            + link
            + "\n"
            + date.toLowerCase(Locale.ROOT)
            + "\n\n";
    String signature =
        Base64.getEncoder().encodeToString(sign(payload.getBytes(StandardCharsets.UTF_8)));
    return ("type=master&ver=1.0&sig=" + signature).getBytes(StandardCharsets.UTF_8);
  }

  private byte[] sign(byte[] payload) {
    try {
      Mac mac = Mac.getInstance(ALGORITHM);
      mac.init(key);
      return mac.doFinal(payload);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("Every Java runtime has " + ALGORITHM, e);
    }
  }

  static @Nullable String date(Request request) {
    String date = request.header("x-ms-date");
    return date != null ? date : request.header("date");
  }

  private static byte[] decoded(String base64) {
    try {
      return Base64.getDecoder().decode(base64);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("The ledger key is no base64.", e);
    }
  }

  /**
   * What a signature names: the type of the resource and its link, or its resource id in lower
   * case.
   */
  private record Resource(String type, String link, String resourceId) {
    static Resource of(List<String> path) {
      int size = path.size();
      if (size == 0) {
        return new Resource("", "", "");
      }
      boolean feed = size % 2 == 1;
      List<String> owner = feed ? path.subList(0, size - 1) : path;
      String last = owner.isEmpty() ? "" : owner.get(owner.size() - 1);
      return new Resource(
          path.get(feed ? size - 1 : size - 2),
          String.join("/", owner),
          last.toLowerCase(Locale.ROOT));
    }
  }
}
