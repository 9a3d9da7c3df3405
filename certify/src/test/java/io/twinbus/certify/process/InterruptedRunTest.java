package io.twinbus.certify.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.certify.OperatorsMain;
import io.twinbus.local.LocalStack;
import io.twinbus.local.servicebus.EntityCounts;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Ctrl-C leaves nothing behind, and neither does one during the removal. */
@DisabledOnOs(OS.WINDOWS)
class InterruptedRunTest {

  /** A process that a signal has ended has this exit code, and the signal's number on top. */
  private static final int SIGNALLED = 128;

  private static final Duration SLOW_REMOVAL = Duration.ofMillis(500);

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void nothingIsLeftAfterCtrlC(int times) throws Exception {
    try (LocalStack stack = LocalStack.builder().regions("east").start()) {
      Process run = start(stack, OperatorsMain.class);
      List<String> said;
      try (BufferedReader err = said(run)) {
        await(err, "1/");
        assertThat(stack.region("east").counts()).hasSize(3);
        // So that the second one comes while the first one's removal is under way.
        stack.region("east").latency(SLOW_REMOVAL);
        signal(run, "INT");
        if (times == 2) {
          signal(run, "INT");
        }
        said = err.lines().toList();
        assertThat(run.waitFor(120, TimeUnit.SECONDS)).isTrue();
      } finally {
        run.destroyForcibly();
      }

      assertThat(run.exitValue()).isEqualTo(SIGNALLED + 2);
      assertThatItStopped(said);
      assertThatNothingIsLeftIn(stack);
    }
  }

  /** The receivers of a closing run end with their parent: that is no finding. */
  @Test
  @Tag("long")
  void aClosingRunThatIsStoppedIsNotReportedAsOneThatFailed() throws Exception {
    try (LocalStack stack = LocalStack.builder().regions("east").start()) {
      Process run = start(stack, StoppedClosing.class);
      List<String> said;
      try (BufferedReader err = said(run)) {
        await(err, StoppedClosing.PLAYS);
        signal(run, "TERM");
        said = err.lines().toList();
        assertThat(run.waitFor(120, TimeUnit.SECONDS)).isTrue();
      } finally {
        run.destroyForcibly();
      }

      assertThat(run.exitValue()).isEqualTo(SIGNALLED + 15);
      assertThatItStopped(said);
      assertThatNothingIsLeftIn(stack);
    }
  }

  private static void assertThatItStopped(List<String> said) {
    int stopped =
        said.indexOf("Stopped before its end: there is no report. What was made is being removed.");
    assertThat(stopped).as(String.join("\n", said)).isNotNegative();
    assertThat(said.subList(stopped, said.size()))
        .contains("Nothing is left behind.")
        .noneMatch(line -> line.contains("NOT RUN"))
        .noneMatch(line -> line.contains("could not be tried"));
  }

  private static void assertThatNothingIsLeftIn(LocalStack stack) {
    assertThat(stack.region("east").counts())
        .extracting(EntityCounts::entity)
        .containsExactly("orders");
    assertThat(stack.ledger().containers()).isEmpty();
  }

  private static BufferedReader said(Process run) {
    return new BufferedReader(new InputStreamReader(run.getErrorStream(), StandardCharsets.UTF_8));
  }

  private static void await(BufferedReader err, String beginning) throws IOException {
    for (String line = err.readLine(); line != null; line = err.readLine()) {
      if (line.startsWith(beginning)) {
        return;
      }
    }
    throw new AssertionError("The run ended before it was interrupted.");
  }

  private static void signal(Process run, String name) throws Exception {
    Process kill = new ProcessBuilder("kill", "-" + name, Long.toString(run.pid())).start();
    assertThat(kill.waitFor(60, TimeUnit.SECONDS)).isTrue();
  }

  private static Process start(LocalStack stack, Class<?> program) throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                program.getName(),
                "certify",
                "--yes"));
    builder
        .environment()
        .putAll(
            Map.of(
                "TWINBUS_REGIONS_EAST_CONNECTION_STRING", stack.connectionString("east"),
                "TWINBUS_LEDGER_ENDPOINT", stack.ledgerEndpoint(),
                "TWINBUS_LEDGER_KEY", stack.ledgerKey()));
    builder.redirectOutput(ProcessBuilder.Redirect.DISCARD);
    return builder.start();
  }
}
