package io.twinbus.receiver.integration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.twinbus.protocol.Secret;
import io.twinbus.receiver.admin.AdminPortTakenException;
import io.twinbus.receiver.admin.AdminServer;
import io.twinbus.receiver.admin.AdminSettings;
import io.twinbus.receiver.admin.AdminTokens;
import io.twinbus.receiver.admin.Page;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.awaitility.core.ConditionTimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Isolated("it looks at the threads of this JVM")
class AdminServerTest {

  private static final Map<String, Page> PAGES = Map.of("/stats", Page.json(() -> "{\"n\":1}"));
  private static final Secret TOKEN = new Secret("0123456789abcdef");

  @Test
  void onLoopbackWhoeverAsksThisMachineIsAnswered() throws Exception {
    try (AdminServer server = start(AdminTokens.none())) {
      assertThat(ask(server, "GET /stats", "Host: 127.0.0.1:" + server.port()))
          .startsWith("HTTP/1.1 200")
          .contains("Content-type: application/json", "{\"n\":1}");
      assertThat(ask(server, "GET /stats", "Host: localhost")).startsWith("HTTP/1.1 200");
      assertThat(ask(server, "GET /elsewhere", "Host: localhost"))
          .startsWith("HTTP/1.1 404")
          .contains("There are /stats.");
      assertThat(ask(server, "POST /stats", "Host: localhost")).startsWith("HTTP/1.1 405");
    }
  }

  @Test
  void aNameThatWasPointedHereIsNotAnswered() throws Exception {
    try (AdminServer server = start(AdminTokens.none())) {
      assertThat(ask(server, "GET /stats", "Host: evil.example.org"))
          .startsWith("HTTP/1.1 403")
          .doesNotContain("{\"n\":1}");
    }
  }

  @Test
  void whereThereIsATokenItIsAskedForOfEverybody() throws Exception {
    try (AdminServer server = start(AdminTokens.of(TOKEN))) {
      assertThat(ask(server, "GET /stats", "Host: localhost"))
          .startsWith("HTTP/1.1 401")
          .contains("Www-authenticate: Bearer")
          .doesNotContain("{\"n\":1}");
      assertThat(
              ask(
                  server,
                  "GET /stats",
                  "Host: localhost",
                  "Authorization: Bearer 0123456789abcdeX"))
          .startsWith("HTTP/1.1 401");
      assertThat(
              ask(
                  server,
                  "GET /stats",
                  "Host: localhost",
                  "Authorization: Bearer " + TOKEN.reveal()))
          .startsWith("HTTP/1.1 200");
    }
  }

  @Test
  void aTokenIsReplacedWithoutARestart(@TempDir Path directory) throws Exception {
    Path file = Files.writeString(directory.resolve("token"), TOKEN.reveal() + "\n");
    try (AdminServer server = start(AdminTokens.inFile(file))) {
      assertThat(statusFor(server, TOKEN.reveal())).isEqualTo(200);

      Files.writeString(file, TOKEN.reveal() + " fedcba9876543210 short");
      assertThat(statusFor(server, TOKEN.reveal())).isEqualTo(200);
      assertThat(statusFor(server, "fedcba9876543210")).isEqualTo(200);
      assertThat(statusFor(server, "short")).isEqualTo(401);

      Files.writeString(file, "fedcba9876543210");
      assertThat(statusFor(server, TOKEN.reveal())).isEqualTo(401);
      Files.delete(file);
      assertThat(statusFor(server, "fedcba9876543210")).isEqualTo(401);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "0", "0123456789abcde", "0123456789abcdef0", "0123456789ABCDEF", "\"\""})
  void onlyTheWholeTokenIsTheToken(String wrong) throws Exception {
    try (AdminServer server = start(AdminTokens.of(TOKEN))) {
      for (String header : List.of("Bearer " + wrong, "Basic " + TOKEN.reveal(), "Bearer")) {
        assertThat(ask(server, "GET /stats", "Host: localhost", "Authorization: " + header))
            .as(header)
            .startsWith("HTTP/1.1 401")
            .doesNotContain("{\"n\":1}");
      }
    }
  }

  @Test
  void halfSentRequestsBlockNobodyForLongerThanTheirDeadline() throws Exception {
    List<Socket> halfSent = new ArrayList<>();
    try (AdminServer server = start(AdminTokens.none())) {
      for (int i = 0; i < 8; i++) {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port());
        socket.getOutputStream().write("GET /stats HTT".getBytes(StandardCharsets.UTF_8));
        halfSent.add(socket);
      }

      // The deadline, 5 s, also ends what waited behind them; asked again, the pages answer.
      await()
          .atMost(Duration.ofSeconds(60))
          .ignoreExceptionsMatching(IOException.class::isInstance)
          .untilAsserted(
              () ->
                  assertThat(ask(server, "GET /stats", "Host: localhost"))
                      .startsWith("HTTP/1.1 200"));
    } finally {
      for (Socket socket : halfSent) {
        socket.close();
      }
    }
  }

  /** A try counts where no half-sent request has met its deadline before the answer was there. */
  @Test
  void aRequestIsAnsweredWhileThreeOthersAreHalfSent() throws Exception {
    try (AdminServer server = start(AdminTokens.none())) {
      await()
          .atMost(Duration.ofSeconds(60))
          .ignoreExceptionsMatching(IOException.class::isInstance)
          .until(() -> isAnsweredBesideHalfSentOnes(server));
    }
  }

  private static boolean isAnsweredBesideHalfSentOnes(AdminServer server) throws IOException {
    List<Socket> halfSent = new ArrayList<>();
    try {
      for (int i = 0; i < 3; i++) {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port());
        halfSent.add(socket);
        socket.getOutputStream().write("GET /stats HTT".getBytes(StandardCharsets.UTF_8));
      }
      await().atMost(Duration.ofSeconds(4)).until(() -> threadsThatReadARequest() >= 3);
      boolean isAnswered = ask(server, "GET /stats", "Host: localhost").startsWith("HTTP/1.1 200");
      for (Socket socket : halfSent) {
        socket
            .getOutputStream()
            .write("P/1.1\r\nHost: localhost\r\n\r\n".getBytes(StandardCharsets.UTF_8));
        socket.setSoTimeout(20_000);
        isAnswered &= socket.getInputStream().read() == 'H';
      }
      return isAnswered;
    } catch (ConditionTimeoutException e) {
      return false;
    } finally {
      for (Socket socket : halfSent) {
        socket.close();
      }
    }
  }

  private static long threadsThatReadARequest() {
    return Thread.getAllStackTraces().entrySet().stream()
        .filter(thread -> thread.getKey().getName().equals("admin"))
        .filter(
            thread ->
                Arrays.stream(thread.getValue())
                    .anyMatch(frame -> frame.getClassName().endsWith("httpserver.Request")))
        .count();
  }

  @Test
  void aTakenPortIsOneSentence() throws Exception {
    try (AdminServer server = start(AdminTokens.none())) {
      AdminSettings same =
          new AdminSettings(InetAddress.getLoopbackAddress(), server.port(), AdminTokens.none());

      assertThatThrownBy(() -> AdminServer.start(same, PAGES))
          .isInstanceOf(AdminPortTakenException.class)
          .hasMessageContaining("127.0.0.1:" + server.port())
          .hasMessageEndingWith("give another twinbus.receiver.admin.port, or 0 for any free one.");
    }
  }

  private static int statusFor(AdminServer server, String token) throws IOException {
    String answer = ask(server, "GET /stats", "Host: localhost", "Authorization: Bearer " + token);
    return Integer.parseInt(answer.substring("HTTP/1.1 ".length(), "HTTP/1.1 ".length() + 3));
  }

  private static AdminServer start(AdminTokens tokens) throws AdminPortTakenException {
    return AdminServer.start(new AdminSettings(InetAddress.getLoopbackAddress(), 0, tokens), PAGES);
  }

  /** A request as it goes over the wire: clients choose their Host header themselves. */
  private static String ask(AdminServer server, String request, String... headers)
      throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
      socket.setSoTimeout(20_000);
      socket
          .getOutputStream()
          .write(
              "%s HTTP/1.1\r\n%s\r\nConnection: close\r\n\r\n"
                  .formatted(request, String.join("\r\n", headers))
                  .getBytes(StandardCharsets.UTF_8));
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
