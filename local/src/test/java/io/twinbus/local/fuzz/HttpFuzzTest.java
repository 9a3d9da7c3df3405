package io.twinbus.local.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.local.cosmos.CosmosEndpoint;
import io.twinbus.local.cosmos.CosmosEndpointOptions;
import io.twinbus.local.network.ConnectionLimits;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Isolated;

/** Spoils signed requests of every kind: those whose signature still holds get through. */
@Isolated("it looks at the log")
class HttpFuzzTest {
  private static final int ITERATIONS = 500;
  private static final Duration BOUND = Duration.ofSeconds(6);

  private final CosmosEndpoint endpoint =
      CosmosEndpoint.start(
          CosmosEndpointOptions.defaults()
              .withLimits(
                  ConnectionLimits.defaults()
                      .withSilence(Duration.ofSeconds(2))
                      .withIdle(Duration.ofSeconds(2))));
  private final SignedRequests requests = new SignedRequests(endpoint.key());

  @AfterEach
  void stop() {
    endpoint.close();
  }

  @Test
  @Timeout(600)
  void spoiltRequestsHarmNobodyElse() throws IOException {
    assertThat(answer(requests.createDatabase())).startsWith("HTTP/1.1 201");
    assertThat(answer(requests.createContainer())).startsWith("HTTP/1.1 201");
    assertThat(answer(requests.create("kept"))).startsWith("HTTP/1.1 201");
    List<List<byte[]>> all = requests.ofEveryKind();
    Attack attack = Attack.of("HTTP", ITERATIONS, BOUND);

    try (Complaints complaints = Complaints.listen()) {
      int done =
          attack.strike(
              endpoint.port(), mutation -> mutation.spoil(all.get(mutation.choose(all.size()))));

      assertThat(done).isGreaterThanOrEqualTo(Math.min(50, attack.iterations()));
      Awaitility.await()
          .atMost(Duration.ofSeconds(60))
          .until(() -> endpoint.listener().connections() == 0);
      assertThat(answer(requests.create("after"))).startsWith("HTTP/1.1 201");
      assertThat(answer(requests.read("after"))).startsWith("HTTP/1.1 200");
      System.gc();
      assertThat(complaints.errors()).isEmpty();
    }
  }

  private String answer(List<byte[]> request) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), endpoint.port())) {
      socket.setSoTimeout(10_000);
      for (byte[] piece : request) {
        socket.getOutputStream().write(piece);
      }
      socket.shutdownOutput();
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
    }
  }
}
