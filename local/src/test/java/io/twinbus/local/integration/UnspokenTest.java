package io.twinbus.local.integration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.twinbus.local.LocalStack;
import io.twinbus.local.servicebus.InvalidEndpointSettingException;
import io.twinbus.local.servicebus.config.EntityFile;
import io.twinbus.local.storage.DataDirectoryException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;

/** Versions, protocols and paths that are none here: each is answered in one sentence. */
@Isolated("it looks at the log")
class UnspokenTest {
  private static final int PATIENCE_MS = 20_000;
  private static final Logger LOGGER = (Logger) LoggerFactory.getLogger("io.twinbus.local");
  private static LocalStack stack;

  private final ListAppender<ILoggingEvent> log = new ListAppender<>();

  @BeforeAll
  static void startStack() {
    stack = LocalStack.builder().start();
  }

  @AfterAll
  static void stopStack() {
    stack.close();
  }

  @BeforeEach
  void listen() {
    log.start();
    LOGGER.setLevel(Level.WARN);
    LOGGER.addAppender(log);
  }

  @AfterEach
  void stopListening() {
    LOGGER.detachAppender(log);
    LOGGER.setLevel(null);
  }

  @ParameterizedTest
  @ValueSource(strings = {"2031-01", "newest"})
  void aNewerManagementApi(String version) throws Exception {
    HttpResponse<String> answer =
        HttpClient.newHttpClient()
            .send(
                HttpRequest.newBuilder(
                        URI.create(
                            "http://localhost:%d/orders?api-version=%s"
                                .formatted(stack.region("east").port(), version)))
                    .header("Authorization", "SharedAccessSignature any")
                    .timeout(Duration.ofMillis(PATIENCE_MS))
                    .build(),
                HttpResponse.BodyHandlers.ofString());

    assertThat(answer.statusCode()).isEqualTo(400);
    assertThat(answer.body())
        .contains("The api-version '%s' is not spoken here: ask for 2021-05.".formatted(version));
  }

  @ParameterizedTest
  @ValueSource(strings = {"2031-01-01", "newest"})
  void aNewerCosmosApi(String version) {
    HttpResponse<String> answer =
        new SignedHttp(stack.ledger()).send("GET", "dbs", Map.of("x-ms-version", version), "");

    assertThat(answer.statusCode()).isEqualTo(400);
    assertThat(answer.body())
        .contains(
            "The x-ms-version '%s' is not spoken here: ask for 2020-11-05.".formatted(version));
  }

  @Test
  void anotherVersionOfAmqp() throws IOException {
    try (Socket client = connect()) {
      client.getOutputStream().write(new byte[] {'A', 'M', 'Q', 'P', 0, 0, 9, 1});

      assertThat(client.getInputStream().readAllBytes())
          .containsExactly('A', 'M', 'Q', 'P', 3, 1, 0, 0);
    }
    assertThat(log.list)
        .extracting(ILoggingEvent::getFormattedMessage)
        .containsExactly(
            "A client asks for AMQP 0.9.1, and only 1.0.0 is spoken here: its connection ends.");
  }

  @Test
  void tlsWhereThereIsNoCertificate() throws IOException {
    SSLSocketFactory tls = (SSLSocketFactory) SSLSocketFactory.getDefault();
    try (Socket plain = connect();
        SSLSocket client = (SSLSocket) tls.createSocket(plain, "localhost", 0, true)) {
      assertThatThrownBy(client::startHandshake)
          .isInstanceOf(SSLException.class)
          .hasMessageContaining("handshake_failure");
    }
    assertThat(log.list)
        .extracting(ILoggingEvent::getFormattedMessage)
        .singleElement()
        .asString()
        .startsWith(
            "A client speaks TLS to the Service Bus endpoint of east, which has no certificate:"
                + " start the stack with --tls");
  }

  @ParameterizedTest
  @ValueSource(strings = {"C:\\data", "d:/data", "\\\\server\\share", "C:"})
  void aPathOfWindows(String path) {
    Path elsewhere = Path.of(path);
    assumeTrue(elsewhere.getFileSystem().getSeparator().equals("/"), "not on Windows");

    assertThatThrownBy(() -> LocalStack.builder().dataDir(elsewhere).start())
        .isInstanceOf(DataDirectoryException.class)
        .hasMessage(
            "'%s' is a path of Windows and this is another system: name one such as /data.", path);
    assertThatThrownBy(() -> EntityFile.read(elsewhere))
        .isInstanceOf(InvalidEndpointSettingException.class)
        .hasMessageStartingWith("'%s' is a path of Windows", path);
  }

  private static Socket connect() throws IOException {
    Socket client = new Socket(InetAddress.getLoopbackAddress(), stack.region("east").port());
    client.setSoTimeout(PATIENCE_MS);
    return client;
  }
}
