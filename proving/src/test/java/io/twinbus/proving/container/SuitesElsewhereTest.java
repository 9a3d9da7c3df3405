package io.twinbus.proving.container;

import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.local.LocalStack;
import io.twinbus.local.servicebus.config.EntityFile;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The way by which the suites run on Microsoft's emulators, tried where there are none: on a local
 * stack that takes the emulators' place, with the same file of entities, the same settings and the
 * same rules left out.
 */
@Tag("long")
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

      List<Suites.Report> reports = atOnce(suites);

      List<String> lines = reports.stream().flatMap(each -> each.lines().stream()).toList();
      assertThat(reports).as(String.join("\n", lines)).allMatch(each -> each.failed() == 0);
      assertThat(reports).allMatch(each -> each.passed() > 10);
      assertThat(reports.stream().mapToInt(Suites.Report::passed).sum()).isGreaterThan(200);
      assertThat(reports.stream().flatMap(each -> each.notRun().stream()).toList())
          .anyMatch(line -> line.contains("cosmos-charge-read: it counts no request units"))
          .anyMatch(line -> line.contains("would have to pass"))
          .noneMatch(line -> line.startsWith("NOT RUN: "));
    }
  }

  /** Each part in a process of its own: they mostly wait, and share nothing but the stack. */
  private List<Suites.Report> atOnce(Suites suites) throws Exception {
    ExecutorService each = Executors.newCachedThreadPool();
    try {
      List<Callable<Suites.Report>> runs = new ArrayList<>();
      for (SuiteRunner.Part part : SuiteRunner.Part.values()) {
        Path log = directory.resolve(part + ".log");
        runs.add(() -> suites.run(log, new Suites.Times(PATIENCE, BOUND), part));
      }
      List<Suites.Report> reports = new ArrayList<>();
      for (Future<Suites.Report> run : each.invokeAll(runs)) {
        reports.add(run.get());
      }
      return reports;
    } finally {
      each.shutdownNow();
    }
  }
}
