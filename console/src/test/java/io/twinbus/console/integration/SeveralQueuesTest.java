package io.twinbus.console.integration;

import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.console.TwoQueues;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A console that shows one queue of two. */
class SeveralQueuesTest {

  private static final Duration BOUND = Duration.ofSeconds(60);

  @AutoClose private static TwoQueues system;

  @BeforeAll
  static void start() throws Exception {
    system = TwoQueues.start();
  }

  @Test
  void theOverviewShowsAllQueues() throws Exception {
    String overview = get("/");
    String queues = get("/queues");

    assertThat(overview).contains("All queues", "hx-get=\"/queues\"");
    assertThat(queues)
        .containsPattern("orders</bdi></th><td>east</td><td>OPEN</td><td class=\"n\">0<")
        .containsPattern("payments</bdi></th><td>east</td><td>OPEN</td><td class=\"n\">0<")
        .containsPattern("payments</bdi></th><td>west</td><td>OPEN</td><td class=\"n\">1<");
  }

  private static String get(String path) throws Exception {
    HttpResponse<String> answer =
        HttpClient.newHttpClient()
            .send(
                HttpRequest.newBuilder(system.console().address().resolve(path))
                    .timeout(BOUND)
                    .build(),
                HttpResponse.BodyHandlers.ofString());
    assertThat(answer.statusCode()).isEqualTo(200);
    return answer.body();
  }
}
