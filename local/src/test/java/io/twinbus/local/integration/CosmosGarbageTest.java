package io.twinbus.local.integration;

import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.local.cosmos.CosmosEndpoint;
import io.twinbus.local.cosmos.CosmosEndpointOptions;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CosmosGarbageTest {
  private static CosmosEndpoint endpoint;

  @BeforeAll
  static void start() {
    endpoint = CosmosEndpoint.start(CosmosEndpointOptions.defaults());
  }

  @AfterAll
  static void stop() {
    endpoint.close();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "GET /dbs/%zz HTTP/1.1\r\n\r\n",
        "NONSENSE\r\n\r\n",
        "GET / HTTP/9.9\r\n\r\n",
        "GET / HTTP/1.1\r\nno colon\r\n\r\n"
      })
  void whatIsNoRequestIsAnsweredWithAnErrorOrAClosedConnection(String garbage) throws IOException {
    String answer = answer(garbage.getBytes(StandardCharsets.ISO_8859_1));

    assertThat(answer)
        .satisfiesAnyOf(a -> assertThat(a).isEmpty(), a -> assertThat(a).startsWith("HTTP/1.1 4"));
  }

  @Test
  void afterRandomBytesOthersAreServedAllTheSame() throws IOException {
    Random random = new Random(42);
    for (int i = 0; i < 50; i++) {
      byte[] bytes = new byte[1 + random.nextInt(2_000)];
      random.nextBytes(bytes);
      try (Socket socket = connect()) {
        socket.getOutputStream().write(bytes);
      }
    }

    String answer =
        answer(
            "GET / HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n"
                .getBytes(StandardCharsets.US_ASCII));

    assertThat(answer).startsWith("HTTP/1.1 401");
  }

  private static String answer(byte[] request) throws IOException {
    try (Socket socket = connect()) {
      socket.getOutputStream().write(request);
      socket.shutdownOutput();
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
    }
  }

  private static Socket connect() throws IOException {
    Socket socket = new Socket(InetAddress.getLoopbackAddress(), endpoint.port());
    socket.setSoTimeout(10_000);
    return socket;
  }
}
