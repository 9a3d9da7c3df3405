package io.twinbus.console.integration;

import static org.assertj.core.api.Assertions.assertThat;

import io.micronaut.context.ApplicationContext;
import io.micronaut.runtime.server.EmbeddedServer;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The launcher has the console and a receiver on one class path: each serves its own pages. */
class OtherServerTest {

  private static final Duration BOUND = Duration.ofSeconds(30);

  @Test
  void theConsoleAnswersNothingInAnothersServer() throws Exception {
    try (ApplicationContext context =
            ApplicationContext.run(
                Map.of(
                    "micronaut.server.host",
                    "127.0.0.1",
                    "micronaut.server.port",
                    -1,
                    "endpoints.all.enabled",
                    false));
        EmbeddedServer server = context.getBean(EmbeddedServer.class).start()) {
      HttpClient client = HttpClient.newBuilder().connectTimeout(BOUND).build();

      for (String path : new String[] {"/", "/sessions", "/live", "/assets/console.css"}) {
        HttpResponse<String> answer =
            client.send(
                HttpRequest.newBuilder(URI.create(server.getURI() + path)).timeout(BOUND).build(),
                HttpResponse.BodyHandlers.ofString());

        assertThat(answer.statusCode()).as(path).isEqualTo(404);
        assertThat(answer.headers().firstValue("Content-Security-Policy")).as(path).isEmpty();
      }
    }
  }
}
