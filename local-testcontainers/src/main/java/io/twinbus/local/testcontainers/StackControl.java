package io.twinbus.local.testcontainers;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;

/**
 * The control endpoint of a running container: it breaks the stack and makes it whole.
 *
 * <p>Every request of the local stack's control endpoint can be made, by {@link #request}.
 * Thread-safe.
 */
public final class StackControl {

  private static final Duration TIMEOUT = Duration.ofSeconds(60);

  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final URI url;

  StackControl(URI url) {
    this.url = byAddress(url);
  }

  /** Makes the stack as new for the next test: faults end, messages and items are gone. */
  public void reset() {
    request("POST", "/reset", "{}");
  }

  /** Ends every fault; messages and items stay. */
  public void heal() {
    request("POST", "/heal", "{}");
  }

  /** Makes a region refuse connections, until {@link #restore} or {@link #heal}. */
  public void refuse(String region) {
    request("POST", "/regions/" + region + "/outage", "{\"mode\":\"refuse\"}");
  }

  /** Ends a region's outage. */
  public void restore(String region) {
    request("DELETE", "/regions/" + region + "/outage", "{}");
  }

  /**
   * Makes a request such as {@code POST /regions/local/faults} with {@code
   * {"operation":"send","point":"after","action":"drop"}}; answers the JSON of the reply.
   *
   * @throws IllegalArgumentException if the stack refuses it, with the stack's own sentence
   * @throws UncheckedIOException if the container does not answer
   */
  public String request(String method, String path, String json) {
    HttpRequest request =
        HttpRequest.newBuilder(url.resolve(path))
            .timeout(TIMEOUT)
            .method(method, HttpRequest.BodyPublishers.ofString(json))
            .build();
    try {
      HttpResponse<String> reply = http.send(request, HttpResponse.BodyHandlers.ofString());
      if (reply.statusCode() != 200) {
        throw new IllegalArgumentException(
            "%s %s was answered with %d: %s"
                .formatted(method, path, reply.statusCode(), reply.body()));
      }
      return reply.body();
    } catch (IOException e) {
      throw new UncheckedIOException("The local stack at " + url + " does not answer.", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("Interrupted while asking the local stack.", e);
    }
  }

  /** By its address: the stack refuses domain names, by which a web page could come. */
  private static URI byAddress(URI url) {
    try {
      String address = InetAddress.getByName(url.getHost()).getHostAddress();
      String host = address.contains(":") ? "[" + address + "]" : address;
      return URI.create("http://" + host + ":" + url.getPort());
    } catch (IOException e) {
      throw new UncheckedIOException("There is no host " + url.getHost() + ".", e);
    }
  }
}
