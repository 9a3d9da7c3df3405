package io.twinbus.receiver.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.local.LocalStack;
import io.twinbus.local.cosmos.gateway.Consistency;
import io.twinbus.local.servicebus.QueueSettings;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A mistake is one sentence, an exit code, and nothing left running. */
class ServiceMistakesTest {

  private static final String NOBODY = "http://127.0.0.1:1";

  @TempDir private Path directory;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          --regoin east             | '--regoin' is no option: give --config, --region or --port.
          --region                  | --region needs a value.
          --port many               | --port is 'many': give a port from 0 to 65535.
          --config nowhere.yaml     | There is no configuration file 'nowhere.yaml'.
          """)
  void onTheCommandLine(String arguments, String sentence) throws Exception {
    refused(2, sentence, Map.of(), arguments.split(" "));
  }

  @Test
  void inTheFilesForm() throws Exception {
    Path file = Files.writeString(directory.resolve("bad.yaml"), "twinbus:\n  region: [east\n");

    refused(
        2,
        "The configuration file '%s' is no valid YAML: see line 2.".formatted(file),
        Map.of(),
        "--config",
        file.toString());
  }

  @Test
  @Tag("long")
  void inAnIndentFurtherDown() throws Exception {
    refusedFile(
        "twinbus:\n  region: east\n  receiver:\n    beat: 1s\n   lease: 9s\n", "see line 5.");
  }

  @Test
  @Tag("long")
  void inAKeyThatStandsTwice() throws Exception {
    refusedFile(
        "twinbus:\n  receiver:\n    beat: 1s\n  receiver:\n    lease: 9s\n",
        "see line 4, found duplicate key receiver.");
  }

  private void refusedFile(String yaml, String where) throws Exception {
    Path file = Files.writeString(directory.resolve("bad.yaml"), yaml);

    refused(
        2,
        "The configuration file '%s' is no valid YAML: %s".formatted(file, where),
        Map.of(),
        "--config",
        file.toString());
  }

  @Test
  void inSeveralSettings() throws Exception {
    String lines =
        """
        receiver:
            max-session: 7
            handler-timeout: 2d
            max-attempts: many
            http.ulr: http://127.0.0.1:1
            admin.token: hunter2
          queue: ${NOBODY_SET_THIS}
          queu: parcels
          sender:
            lane: 4
          regions.east.namspace: e.example.org
        """;

    try (ServiceProcess service = start(lines, "north")) {
      assertThat(service.exitCode()).isEqualTo(2);
      assertThat(service.lines())
          .satisfiesExactlyInAnyOrder(
              line ->
                  assertThat(line)
                      .startsWith(
                          "twinbus.receiver.max-session is no setting of this version: it knows "),
              line ->
                  assertThat(line)
                      .startsWith("twinbus.queu is no setting of this version: it knows "),
              line ->
                  assertThat(line)
                      .startsWith("twinbus.sender.lane is no setting of this version: it knows "),
              line ->
                  assertThat(line)
                      .startsWith(
                          "twinbus.regions.east.namspace is no setting of this version: it knows "),
              line -> assertThat(line).startsWith("twinbus.receiver.http.ulr is no setting of"),
              line -> assertThat(line).startsWith("twinbus.queue has a placeholder for something"),
              line -> assertThat(line).startsWith("There is no region 'north'"),
              line ->
                  assertThat(line)
                      .isEqualTo("twinbus.receiver.handler-timeout is '2d': give 1ms to 1d."),
              line -> assertThat(line).startsWith("twinbus.receiver.max-attempts is 'many': give"),
              line -> assertThat(line).startsWith("twinbus.receiver.admin.token is too short"));
    }
  }

  @Test
  @Tag("long")
  void inTheRegion() throws Exception {
    try (ServiceProcess service = start("home: by-session", "north")) {
      assertThat(service.exitCode()).isEqualTo(2);
      assertThat(service.lines())
          .containsExactly("There is no region 'north': the configuration has [east].");
    }
  }

  @Test
  @Tag("long")
  void noHandler() throws Exception {
    try (ServiceProcess service = start("home: by-session", "east")) {
      assertThat(service.exitCode()).isEqualTo(2);
      assertThat(service.lines())
          .containsExactly(
              "There is no handler: set twinbus.receiver.http.url, or provide a bean with a"
                  + " @SessionListener method.");
    }
  }

  @Test
  void aPortThatIsTaken() throws Exception {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        ServiceProcess service =
            start("receiver.http.url: " + NOBODY, "east", taken.getLocalPort())) {
      assertThat(service.exitCode()).isEqualTo(1);
      assertThat(service.lines())
          .containsExactly(
              "The port is taken: give another one with --port, or --port 0 for any free one.");
    }
  }

  @Test
  @Tag("long")
  void aLedgerThatIsNotThere() throws Exception {
    try (ServiceProcess service = start("receiver.http.url: " + NOBODY, "east")) {
      assertThat(service.exitCode()).isEqualTo(1);
      assertThat(service.lines()).singleElement().asString().contains("127.0.0.1:1");
    }
  }

  @Test
  @Tag("long")
  void aLedgerThatIsNotStrong() throws Exception {
    try (LocalStack stack = LocalStack.builder().consistency(Consistency.SESSION).start();
        ServiceProcess service =
            ServiceProcess.start(
                Map.of(
                    "TWINBUS_LEDGER_ENDPOINT",
                    stack.ledgerEndpoint(),
                    "TWINBUS_LEDGER_KEY",
                    stack.ledgerKey()),
                arguments("receiver.http.url: " + NOBODY, "east", 0))) {
      assertThat(service.exitCode()).isEqualTo(5);
      assertThat(service.lines()).singleElement().asString().contains("Strong");
    }
  }

  @Test
  void aQueueWithoutSessions() throws Exception {
    Path file =
        Files.writeString(
            directory.resolve("twinbus.yaml"), "twinbus.receiver.http.url: " + NOBODY + "\n");
    Map<String, String> environment = new HashMap<>();
    try (LocalStack stack =
        LocalStack.builder().queues(QueueSettings.plainQueue("orders")).start()) {
      environment.put("TWINBUS_REGIONS_EAST_CONNECTION_STRING", stack.connectionString("east"));
      environment.put("TWINBUS_LEDGER_ENDPOINT", stack.ledgerEndpoint());
      environment.put("TWINBUS_LEDGER_KEY", stack.ledgerKey());
      environment.put("TWINBUS_LEDGER_CREATE_IF_MISSING", "true");
      try (ServiceProcess service =
          ServiceProcess.start(
              environment, "--config", file.toString(), "--region", "east", "--port", "0")) {
        assertThat(service.exitCode()).isEqualTo(5);
        assertThat(service.lines())
            .contains(
                "The queue 'orders' in region east has no sessions, so that nothing keeps an order:"
                    + " create it anew with sessions.");
      }
    }
  }

  private static void refused(
      int code, String sentence, Map<String, String> environment, String... arguments)
      throws Exception {
    try (ServiceProcess service = ServiceProcess.start(environment, arguments)) {
      assertThat(service.exitCode()).isEqualTo(code);
      assertThat(service.lines()).isEqualTo(List.of(sentence));
    }
  }

  private ServiceProcess start(String line, String region) throws Exception {
    return start(line, region, 0);
  }

  private ServiceProcess start(String line, String region, int port) throws Exception {
    return ServiceProcess.start(Map.of(), arguments(line, region, port));
  }

  private String[] arguments(String line, String region, int port) throws Exception {
    Path file =
        Files.writeString(
            directory.resolve("twinbus.yaml"),
            """
            twinbus:
              regions:
                east:
                  namespace: orders-east.example.org
              ledger:
                endpoint: %s
                key: a2V5
              %s
            """
                .formatted(NOBODY, line));
    return new String[] {
      "--config", file.toString(), "--region", region, "--port", Integer.toString(port)
    };
  }
}
