package io.twinbus.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** docs/runbook.md says of each of doctor's checks what it means when it is not GOOD. */
class DoctorPageTest {

  private static final String LEDGER = "ledger/src/main/java/io/twinbus/ledger/cosmos/";
  private static final String DOCTOR = "ops-cli/src/main/java/io/twinbus/ops/doctor";

  /** How the sources name a check; what follows a blank or a % is a region, a queue or so. */
  private static final String NAMED =
      "(?:note\\(|[ .]check\\(|new Finding\\(|String check =|answered\\(|String"
          + " (?:CHECK|LEASES|SESSIONS) =|finding\\(seen,)\\s*\"([a-z]+(?: [a-z]+)*)(?= ?%| ?\")";

  @Test
  void everyCheckHasALine() throws Exception {
    SortedSet<String> told = told();
    SortedSet<String> named = named();

    assertThat(named)
        .contains("consistency", "lease partition", "entities", "sessions")
        .hasSizeGreaterThan(20);
    assertThat(named)
        .allMatch(
            check ->
                told.stream().anyMatch(line -> line.equals(check) || line.startsWith(check + " ")));
  }

  @Test
  void noLineIsAboutACheckThatThereIsNot() throws Exception {
    SortedSet<String> named = named();

    assertThat(told())
        .allMatch(
            line ->
                named.stream()
                    .anyMatch(check -> line.equals(check) || line.startsWith(check + " ")));
  }

  private static SortedSet<String> told() throws IOException {
    String page = Texts.of("docs/runbook.md");
    SortedSet<String> told = new TreeSet<>();
    page.substring(page.indexOf("## What doctor finds"))
        .lines()
        .filter(line -> line.startsWith("| `"))
        .forEach(line -> told.addAll(Texts.all("`([^`]+)`", line.split("\\|", 3)[1])));
    return told;
  }

  private static SortedSet<String> named() throws IOException {
    List<Path> sources = new ArrayList<>();
    sources.add(Texts.path(LEDGER + "LedgerExamination.java"));
    sources.add(Texts.path(LEDGER + "ThroughputCheck.java"));
    try (Stream<Path> files = Files.list(Texts.path(DOCTOR))) {
      files.filter(file -> file.toString().endsWith(".java")).forEach(sources::add);
    }
    SortedSet<String> named = new TreeSet<>();
    for (Path source : sources) {
      named.addAll(Texts.all(NAMED, Files.readString(source)));
    }
    return named;
  }
}
