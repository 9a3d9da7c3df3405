package io.twinbus.rehearsal.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.local.LocalStack;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A console in a process of its own, whose operator types Ctrl-C while somebody watches. */
class ConsoleEndsTest {

  private static final Duration BOUND = Duration.ofSeconds(60);
  private static final Pattern ADDRESS = Pattern.compile("The console is at (\\S+) until Ctrl-C");

  @TempDir private Path directory;

  @Test
  void itEndsWithCtrlCAndWhoWatchesReadsTheEndOfTheStream() throws Exception {
    try (LocalStack stack = LocalStack.builder().start();
        Twinbus console =
            Twinbus.start(directory, environment(stack), "console", "--port", "0", "--allow-acts");
        HttpViewer viewer = new HttpViewer(address(console))) {
      viewer.awaitLook();

      console.interrupt();

      // A stream that breaks off instead of ending throws here.
      viewer.readToTheEnd();
      assertThat(console.exitCode()).isEqualTo(128 + 2);
      assertThat(console.err()).doesNotContain("Exception");
    }
  }

  private static Map<String, String> environment(LocalStack stack) {
    return Map.of(
        "TWINBUS_REGIONS_EAST_CONNECTION_STRING", stack.connectionString("east"),
        "TWINBUS_REGIONS_WEST_CONNECTION_STRING", stack.connectionString("west"),
        "TWINBUS_LEDGER_ENDPOINT", stack.ledgerEndpoint(),
        "TWINBUS_LEDGER_KEY", stack.ledgerKey());
  }

  private static URI address(Twinbus console) throws IOException {
    console.awaitOutput(output -> ADDRESS.matcher(output).find());
    Matcher address = ADDRESS.matcher(console.out());
    assertThat(address.find()).as(console.err()).isTrue();
    return URI.create(address.group(1));
  }

  /** Somebody who watches the overview. */
  private static final class HttpViewer implements AutoCloseable {

    private final BufferedReader events;

    HttpViewer(URI console) throws IOException, InterruptedException {
      HttpResponse<InputStream> live =
          HttpClient.newBuilder()
              .connectTimeout(BOUND)
              .build()
              .send(
                  HttpRequest.newBuilder(console.resolve("/live")).timeout(BOUND).build(),
                  HttpResponse.BodyHandlers.ofInputStream());
      events = new BufferedReader(new InputStreamReader(live.body(), StandardCharsets.UTF_8));
    }

    void awaitLook() throws IOException {
      String line = events.readLine();
      while (!"event: overview".equals(line)) {
        assertThat(line).as("the stream ended before a look").isNotNull();
        line = events.readLine();
      }
    }

    void readToTheEnd() throws IOException {
      String line = events.readLine();
      while (line != null) {
        line = events.readLine();
      }
    }

    @Override
    public void close() throws IOException {
      events.close();
    }
  }
}
