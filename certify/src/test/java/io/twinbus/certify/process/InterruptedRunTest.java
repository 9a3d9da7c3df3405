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
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Ctrl-C leaves nothing behind, and neither does one during the removal. */
@DisabledOnOs(OS.WINDOWS)
class InterruptedRunTest {

  private static final Duration SLOW_REMOVAL = Duration.ofMillis(500);

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void nothingIsLeftAfterCtrlC(int times) throws Exception {
    try (LocalStack stack = LocalStack.builder().regions("east").start()) {
      Process run = start(stack);
      try (BufferedReader err =
          new BufferedReader(new InputStreamReader(run.getErrorStream(), StandardCharsets.UTF_8))) {
        awaitFirstResult(err);
        assertThat(stack.region("east").counts()).hasSize(3);
        // So that the second one comes while the first one's removal is under way.
        stack.region("east").latency(SLOW_REMOVAL);
        interrupt(run);
        if (times == 2) {
          interrupt(run);
        }
        assertThat(run.waitFor(120, TimeUnit.SECONDS)).isTrue();
      } finally {
        run.destroyForcibly();
      }

      assertThat(run.exitValue()).isNotZero();
      assertThat(stack.region("east").counts())
          .extracting(EntityCounts::entity)
          .containsExactly("orders");
      assertThat(stack.ledger().containers()).isEmpty();
    }
  }

  private static void awaitFirstResult(BufferedReader err) throws IOException {
    for (String line = err.readLine(); line != null; line = err.readLine()) {
      if (line.startsWith("1/")) {
        return;
      }
    }
    throw new AssertionError("The run ended before it was interrupted.");
  }

  private static void interrupt(Process run) throws Exception {
    Process kill = new ProcessBuilder("kill", "-INT", Long.toString(run.pid())).start();
    assertThat(kill.waitFor(60, TimeUnit.SECONDS)).isTrue();
  }

  private static Process start(LocalStack stack) throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                OperatorsMain.class.getName(),
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
