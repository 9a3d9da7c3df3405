package io.twinbus.local.integration;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.twinbus.local.cosmos.CosmosEndpoint;
import io.twinbus.local.cosmos.CosmosEndpointOptions;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class CosmosGarbageTest {
  private static CosmosEndpoint endpoint;

  @BeforeAll
  static void start() throws IOException {
    endpoint = CosmosEndpoint.start(CosmosEndpointOptions.defaults());
    assertThat(answer(SignedRequest.post(endpoint.key(), "dbs", "{\"id\":\"garbage\"}")))
        .startsWith("HTTP/1.1 201");
    assertThat(
            answer(
                SignedRequest.post(
                    endpoint.key(),
                    "dbs/garbage/colls",
                    "{\"id\":\"items\",\"partitionKey\":{\"paths\":[\"/session\"]}}")))
        .startsWith("HTTP/1.1 201");
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

  @ParameterizedTest
  @MethodSource("bodies")
  void aSignedRequestWithABadBodyIsAnsweredWith400(String path, String body) throws IOException {
    String answer = answer(SignedRequest.post(endpoint.key(), path, body));

    assertThat(answer).startsWith("HTTP/1.1 400");
  }

  static Stream<Arguments> bodies() {
    return Stream.of(
        Arguments.of("dbs", ""),
        Arguments.of("dbs", "{\"id\":"),
        Arguments.of("dbs", "[1,2]"),
        Arguments.of("dbs", "[".repeat(100_000)),
        Arguments.of("dbs", "{\"a\":".repeat(100_000)),
        Arguments.of("dbs", "{\"id\":\"" + "x".repeat(10) + "\u0000"),
        Arguments.of("dbs/garbage/colls", "{\"id\":\"c\"}"),
        Arguments.of(
            "dbs/garbage/colls",
            "{\"id\":\"c\",\"partitionKey\":{\"paths\":[\"/s\"]},\"defaultTtl\":0}"));
  }

  @ParameterizedTest
  @MethodSource("queries")
  void aBadQueryIsAnsweredWith400(String text) throws IOException {
    String body = JsonNodeFactory.instance.objectNode().put("query", text).toString();

    String answer =
        answer(SignedRequest.query(endpoint.key(), "dbs/garbage/colls/items/docs", body));

    assertThat(answer).startsWith("HTTP/1.1 400");
  }

  static Stream<String> queries() {
    return Stream.of(
        "",
        "SELECT",
        "SELECT * FROM c WHERE",
        "SELECT * FROM c WHERE " + "(".repeat(50_000),
        "SELECT * FROM c WHERE c.a = 1" + " AND c.a = 1".repeat(15_000),
        "SELECT * FROM c WHERE c.a = @missing",
        "SELECT * FROM c WHERE c.a = 'open",
        "x".repeat(300_000));
  }

  @Test
  void headersBeyond64KilobytesAreRefused() throws IOException {
    String huge = "GET / HTTP/1.1\r\nx-filling: " + "x".repeat(100_000) + "\r\n\r\n";

    assertThat(answer(huge.getBytes(StandardCharsets.US_ASCII)))
        .satisfiesAnyOf(a -> assertThat(a).isEmpty(), a -> assertThat(a).startsWith("HTTP/1.1 4"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"-1", "abc", "99999999999999999999", "100000000"})
  void aLengthThatIsNoneOrTooLargeIsRefused(String length) throws IOException {
    String request = "POST /dbs HTTP/1.1\r\nhost: x\r\ncontent-length: " + length + "\r\n\r\n{}";

    assertThat(answer(request.getBytes(StandardCharsets.US_ASCII)))
        .satisfiesAnyOf(a -> assertThat(a).isEmpty(), a -> assertThat(a).startsWith("HTTP/1.1 4"));
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
