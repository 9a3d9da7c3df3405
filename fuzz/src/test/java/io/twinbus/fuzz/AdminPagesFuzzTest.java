package io.twinbus.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.api.BugDetectors;
import com.code_intelligence.jazzer.junit.DictionaryEntries;
import com.code_intelligence.jazzer.junit.FuzzTest;
import io.twinbus.protocol.Secret;
import io.twinbus.receiver.admin.AdminServer;
import io.twinbus.receiver.admin.AdminSettings;
import io.twinbus.receiver.admin.AdminTokens;
import io.twinbus.receiver.admin.Page;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;

/** Bytes of any kind at the admin port: without the token no page comes out, and it stays well. */
class AdminPagesFuzzTest {

  private static final String PAGE = "what only the token shows";
  private static final int SOCKET_MILLIS = 20_000;
  @AutoClose private static AdminServer server;

  @BeforeAll
  static void start() throws Exception {
    server =
        AdminServer.start(
            new AdminSettings(
                InetAddress.getLoopbackAddress(),
                0,
                AdminTokens.of(new Secret("kG8dkmZ0sX1qLw7tR3vB"))),
            Map.of("/stats", Page.json(() -> PAGE)));
  }

  @DictionaryEntries({
    "GET /stats HTTP/1.1\\x0D\\x0AHost: localhost\\x0D\\x0A\\x0D\\x0A",
    "Authorization: Bearer ",
    "Transfer-Encoding: chunked\\x0D\\x0A",
    "Content-Length: 99999999999999999999\\x0D\\x0A",
    "Expect: 100-continue\\x0D\\x0A",
    "HTTP/1.0",
    "/%2e%2e/stats"
  })
  @FuzzTest
  void showNothingWithoutTheToken(byte[] request) throws IOException {
    BugDetectors.allowNetworkConnections((host, port) -> port == server.port());
    assertThat(exchange(request)).doesNotContain(PAGE);
    assertThat(
            exchange(
                "GET /stats HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"
                    .getBytes(StandardCharsets.US_ASCII)))
        .startsWith("HTTP/1.1 401");
  }

  private static String exchange(byte[] request) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
      socket.setSoTimeout(SOCKET_MILLIS);
      try {
        socket.getOutputStream().write(request);
        socket.shutdownOutput();
        return new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
      } catch (SocketException e) {
        return ""; // The server has closed the connection: it may.
      }
    }
  }
}
