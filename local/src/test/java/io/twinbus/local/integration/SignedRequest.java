package io.twinbus.local.integration;

import java.io.ByteArrayOutputStream;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Requests with a good signature and whatever body, as no SDK would send them. */
final class SignedRequest {
  private SignedRequest() {}

  static byte[] post(String key, String path, String body) {
    return bytes(key, path, List.of("content-type: application/json"), body);
  }

  /** A bulk request; each header is a line of its own. */
  static byte[] bulk(String key, String path, String body, String... headers) {
    List<String> lines = new ArrayList<>(List.of(headers));
    lines.add("content-type: application/json");
    lines.add("x-ms-cosmos-is-batch-request: True");
    lines.add("x-ms-cosmos-batch-atomic: false");
    return bytes(key, path, lines, body);
  }

  /** The request for the account document. */
  static HttpRequest account(URI endpoint, String key) {
    String date = DateTimeFormatter.RFC_1123_DATE_TIME.format(ZonedDateTime.now(ZoneOffset.UTC));
    String payload = "get\n\n\n" + date.toLowerCase(Locale.ROOT) + "\n\n";
    return HttpRequest.newBuilder(endpoint)
        .timeout(Duration.ofSeconds(20))
        .header("x-ms-date", date)
        .header("authorization", authorization(key, payload))
        .build();
  }

  static byte[] query(String key, String path, String body) {
    return bytes(key, path, List.of("content-type: application/query+json"), body);
  }

  private static byte[] bytes(String key, String path, List<String> headers, String body) {
    int last = path.lastIndexOf('/');
    String type = path.substring(last + 1);
    String owner = last < 0 ? "" : path.substring(0, last);
    String date = DateTimeFormatter.RFC_1123_DATE_TIME.format(ZonedDateTime.now(ZoneOffset.UTC));
    String payload = "post\n" + type + "\n" + owner + "\n" + date.toLowerCase(Locale.ROOT) + "\n\n";
    byte[] content = body.getBytes(StandardCharsets.UTF_8);
    String head =
        "POST /"
            + path
            + " HTTP/1.1\r\nhost: x\r\nconnection: close\r\nx-ms-date: "
            + date
            + "\r\nauthorization: "
            + authorization(key, payload)
            + "\r\n"
            + String.join("\r\n", headers)
            + "\r\ncontent-length: "
            + content.length
            + "\r\n\r\n";
    ByteArrayOutputStream request = new ByteArrayOutputStream();
    request.writeBytes(head.getBytes(StandardCharsets.US_ASCII));
    request.writeBytes(content);
    return request.toByteArray();
  }

  private static String authorization(String key, String payload) {
    return URLEncoder.encode(
        "type=master&ver=1.0&sig=" + signature(key, payload), StandardCharsets.UTF_8);
  }

  private static String signature(String key, String payload) {
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(Base64.getDecoder().decode(key), "HmacSHA256"));
      return Base64.getEncoder()
          .encodeToString(mac.doFinal(payload.getBytes(StandardCharsets.UTF_8)));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }
}
