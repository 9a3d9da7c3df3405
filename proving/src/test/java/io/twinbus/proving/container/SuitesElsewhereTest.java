package io.twinbus.proving.container;

import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.local.LocalStack;
import io.twinbus.local.servicebus.config.EntityFile;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The way by which the suites run on Microsoft's emulators, tried where there are none: on a local
 * stack that takes the emulators' place, with the same file of entities, the same settings and the
 * same rules left out.
 */
class SuitesElsewhereTest {

  /** Rules that would wait longer have been run by local's own tests, whose clock is ticked. */
  private static final Duration PATIENCE = Duration.ofSeconds(1);

  private static final Duration BOUND = Duration.ofMinutes(5);

  @TempDir private Path directory;

  @Test
  void theSuitesPassAgainstServicesOfAnotherProcess() throws Exception {
    Path entities = Files.write(directory.resolve("entities.json"), Suites.entities());
    try (LocalStack stack = LocalStack.builder().entities(EntityFile.read(entities)).start()) {
      Suites suites =
          new Suites(
              stack.connectionString("east"),
              URI.create(stack.ledgerEndpoint()),
              stack.ledgerKey());

      Suites.Report report = suites.run(directory.resolve("suites.log"), PATIENCE, BOUND);

      assertThat(report.failed()).as(String.join("\n", report.lines())).isZero();
      assertThat(report.passed()).isGreaterThan(100);
      assertThat(report.notRun())
          .anyMatch(line -> line.contains("cosmos-charge-read: it counts no request units"))
          .anyMatch(line -> line.contains("would have to pass"))
          .noneMatch(line -> line.startsWith("NOT RUN: "));
    }
  }
}
