package io.twinbus.console.integration;

import static io.twinbus.console.ProxiedSystem.OPERATOR;
import static io.twinbus.console.ProxiedSystem.READER;
import static io.twinbus.console.ProxiedSystem.READERS;
import static io.twinbus.console.ProxiedSystem.basic;
import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.console.ProxiedSystem;
import io.twinbus.console.RunningSystem;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which requests a console behind a proxy lets in. */
class AccessTest {

  private static final Duration BOUND = Duration.ofSeconds(60);

  @TempDir private static Path directory;
  @AutoClose private static RunningSystem system;

  @BeforeAll
  static void start() throws Exception {
    system = ProxiedSystem.start(directory, Map.of());
  }

  @Test
  void withoutATokenNothingIsShown() throws Exception {
    for (String authorization :
        new String[] {"", basic("olga", "operators-token-012345678"), "Bearer short", "Basic %"}) {
      HttpResponse<String> answer = system.get("/sessions", authorization);

      assertThat(answer.statusCode()).isEqualTo(401);
      assertThat(answer.headers().firstValue("www-authenticate").orElse("")).startsWith("Basic");
      assertThat(answer.body()).contains("Bring the console's token").hasLineCount(1);
    }
    assertThat(system.get("/sessions", "Bearer " + READERS).statusCode()).isEqualTo(200);
  }

  @Test
  void aFormThatComesThroughTheProxyIsTaken() throws Exception {
    assertThat(proxied("https://twinbus.example.com")).contains("400");
    assertThat(proxied("https://other.example.com")).contains("403");
  }

  /** The first line of the answer to a form without a reason, as a proxy passes it on. */
  private static String proxied(String origin) throws Exception {
    String form = "step=do&token=" + system.formToken("/act/pause", OPERATOR);
    try (Socket socket =
        new Socket(InetAddress.getLoopbackAddress(), system.console().address().getPort())) {
      socket.setSoTimeout((int) BOUND.toMillis());
      String head =
          String.join(
              "\r\n",
              "POST /act/pause HTTP/1.1",
              "Host: twinbus.example.com",
              "Origin: " + origin,
              "Authorization: " + OPERATOR,
              "Content-Type: application/x-www-form-urlencoded",
              "Content-Length: " + form.length(),
              "Connection: close",
              "",
              form);
      socket.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
      return new BufferedReader(
              new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8))
          .readLine();
    }
  }

  @Test
  void aReaderIsOfferedNoAct() throws Exception {
    assertThat(system.get("/", READER).body())
        .contains("Your token only reads.")
        .doesNotContain("/act/");
    assertThat(system.get("/", OPERATOR).body()).contains("/act/pause", "/act/resume");
  }
}
