package io.twinbus.local.integration;

import io.twinbus.local.cosmos.CosmosEndpoint;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** An HTTP client of the account that signs any request, also those that no SDK makes. */
final class SignedHttp {
  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final CosmosEndpoint endpoint;

  SignedHttp(CosmosEndpoint endpoint) {
    this.endpoint = endpoint;
  }

  HttpResponse<String> send(String verb, String path, Map<String, String> headers, String body) {
    String date = DateTimeFormatter.RFC_1123_DATE_TIME.format(ZonedDateTime.now(ZoneOffset.UTC));
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(endpoint.endpoint() + "/" + path))
            .timeout(Duration.ofSeconds(60))
            .header("x-ms-date", date)
            .header("authorization", authorization(verb, path, date))
            .method(verb, HttpRequest.BodyPublishers.ofString(body));
    headers.forEach(request::setHeader); // also another authorization
    try {
      return http.send(request.build(), HttpResponse.BodyHandlers.ofString());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  private String authorization(String verb, String path, String date) {
    List<String> segments = List.of(path.split("/"));
    int size = segments.size();
    boolean feed = size % 2 == 1;
    String payload =
        String.join(
                "\n",
                verb.toLowerCase(Locale.ROOT),
                segments.get(feed ? size - 1 : size - 2),
                String.join("/", feed ? segments.subList(0, size - 1) : segments),
                date.toLowerCase(Locale.ROOT))
            + "\n\n";
    return URLEncoder.encode(
        "type=master&ver=1.0&sig=" + signature(payload), StandardCharsets.UTF_8);
  }

  private String signature(String payload) {
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(Base64.getDecoder().decode(endpoint.key()), "HmacSHA256"));
      return Base64.getEncoder()
          .encodeToString(mac.doFinal(payload.getBytes(StandardCharsets.UTF_8)));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }
}
