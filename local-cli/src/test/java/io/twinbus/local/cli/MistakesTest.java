package io.twinbus.local.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** Each mistake is answered in one sentence, and nothing is left running. */
class MistakesTest {

  @TempDir private Path directory;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @Test
  void contradictionsAreWrongUsage() {
    assertMistake("Unknown option: '--nonsense'", "--nonsense");
    assertMistake("Ports go from 0 to 65535.", "--port", "65535", "--regions", "east,west");
    assertMistake("Ports go from 0 to 65535.", "--port", "0", "--control-port", "-1");
    assertMistake("Invalid value for option '--port'", "--port", "amqp");
    assertMistake("--regions names a region twice", "--regions", "a,a");
    assertMistake("--queue or --config-file", "--queue", "a", "--config-file", "f.json");
    assertMistake("--data-sync needs --data-dir", "--data-sync");
    assertMistake("--tls-name needs --tls", "--tls-name", "azure.test");
    assertMistake("'a b' is neither", "--tls=" + directory, "--tls-name", "a b");
    assertMistake("--key or --well-known-keys", "--key", "bG9jYWw=", "--well-known-keys");
    assertMistake("no base64", "--port", "0", "--key", "no base64!");
    assertMistake("fails over after 1 s to 1 h", "--ledger-partition-fail-over-after", "0");
    assertMistake(
        "Only a strongly consistent account",
        "--ledger-partition-fail-over-after",
        "60",
        "--ledger-consistency",
        "session");
    assertMistake("nowhere.json", "--config-file", directory + "/nowhere.json");
    assertMistake("--listen is 'not an address'", "--listen", "not an address");
  }

  @Test
  void aTakenPortIsAFailure() throws IOException {
    try (ServerSocket other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      int port = other.getLocalPort();

      int ended = run("--port", "0", "--ledger-port", Integer.toString(port));

      assertThat(ended).isEqualTo(1);
      assertThat(err.toString()).contains(Integer.toString(port)).hasLineCount(1);
    }
  }

  @Test
  void aFolderForTheCertificateThatIsAFileIsAFailure() throws IOException {
    Path file = Files.createFile(directory.resolve("file"));

    int ended = run("--port", "0", "--tls", file.toString());

    assertThat(ended).isEqualTo(1);
    assertThat(err.toString()).contains("certificate").hasLineCount(1);
  }

  @Test
  void itCanEndWhenItIsReady() {
    assertThat(run("--port", "0", "--exit-when-ready", "--regions", "east,west")).isZero();
    assertThat(out.toString())
        .contains("Service Bus east: Endpoint=sb://127.0.0.1:")
        .contains("Service Bus west: Endpoint=sb://127.0.0.1:")
        .contains("Cosmos DB: AccountEndpoint=http://localhost:")
        .contains("Faults: http://127.0.0.1:");
    assertThat(err.toString()).isEmpty();
  }

  @Test
  void theLaterOfTwoSettingsCounts() {
    assertThat(
            run(
                "--port",
                "70000",
                "--listen",
                "0.0.0.0",
                "--listen",
                "127.0.0.1",
                "--port",
                "0",
                "--exit-when-ready"))
        .isZero();
    assertThat(err.toString()).isEmpty();
  }

  private void assertMistake(String sentence, String... args) {
    assertThat(run(args)).as(sentence).isEqualTo(2);
    assertThat(err.toString()).contains(sentence);
    assertThat(out.toString()).isEmpty();
  }

  private int run(String... args) {
    err.getBuffer().setLength(0);
    CommandLine command =
        Main.commandLine().setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true));
    return command.execute(args);
  }
}
