package io.twinbus.local.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.local.LocalStack;
import io.twinbus.local.servicebus.QueueSettings;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.opentest4j.TestAbortedException;

/**
 * A second, independent client: Microsoft's JavaScript SDKs do what an application does.
 *
 * <p>The checks are the script in {@code src/test/js}. Without Node or its packages they are not
 * run, and a line on standard output says so.
 */
class JavaScriptSdksTest {
  private static final Duration RUN = Duration.ofMinutes(2);

  @Test
  void passTheirChecks() throws IOException {
    NodeProject project = NodeProject.inTarget();
    project
        .whyNot()
        .ifPresent(
            reason -> {
              String line = "NOT RUN: the checks with the JavaScript SDKs: " + reason;
              System.out.println(line);
              throw new TestAbortedException(line);
            });

    NodeProject.Ended checks;
    try (LocalStack stack =
        LocalStack.builder()
            .regions("east")
            .queues(QueueSettings.sessionQueue("orders"), QueueSettings.plainQueue("jobs"))
            .start()) {
      checks =
          project.run(
              Map.of(
                  "SERVICEBUS_CONNECTION_STRING", stack.connectionString("east"),
                  "COSMOS_ENDPOINT", stack.ledgerEndpoint(),
                  "COSMOS_KEY", stack.ledgerKey()),
              RUN);
    }

    assertThat(checks.exitCode()).as(checks.output()).isZero();
    assertThat(checks.output()).doesNotContain("FAIL").contains("ok   batch:", "ok   patch:");
    System.out.println("JavaScript SDKs: " + checks.lastLine());
  }
}
