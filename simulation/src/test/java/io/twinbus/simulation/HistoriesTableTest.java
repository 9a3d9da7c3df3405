package io.twinbus.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The table of histories in docs/reliability.md is complete, and the tests that it names exist. */
class HistoriesTableTest {

  private static final Path ROOT = Path.of("..");
  private static final int HISTORIES = 41;

  private static final Pattern TEST = Pattern.compile("`(\\w+Test)\\.(\\w+)`");

  private record Row(int number, String shownBy) {

    List<MatchResult> tests() {
      return TEST.matcher(shownBy).results().toList();
    }
  }

  @Test
  void everyHistoryHasARow() throws IOException {
    assertThat(rows().stream().map(Row::number))
        .containsExactlyElementsOf(IntStream.rangeClosed(1, HISTORIES).boxed().toList());
  }

  @Test
  void everyRowNamesATest() throws IOException {
    for (Row row : rows()) {
      assertThat(row.tests()).as("row %d", row.number()).isNotEmpty();
    }
  }

  @Test
  void everyTestThatARowNamesExists() throws IOException {
    List<Path> tests = tests();
    for (Row row : rows()) {
      for (MatchResult test : row.tests()) {
        assertThat(tests)
            .as("row %d: %s", row.number(), test.group())
            .anyMatch(
                file ->
                    file.endsWith(test.group(1) + ".java")
                        && read(file).contains("@Test\n  void " + test.group(2) + "()"));
      }
    }
  }

  private static List<Row> rows() throws IOException {
    Pattern row = Pattern.compile("^\\| (\\d+) \\|.*\\| ([^|]+) \\|$", Pattern.MULTILINE);
    String page = Files.readString(ROOT.resolve("docs/reliability.md"));
    int start = page.indexOf("\n## Histories\n");
    int end = page.indexOf("\n## ", start + 1);
    Matcher matcher = row.matcher(page.substring(start, end < 0 ? page.length() : end));
    return matcher
        .results()
        .map(found -> new Row(Integer.parseInt(found.group(1)), found.group(2)))
        .toList();
  }

  private static List<Path> tests() throws IOException {
    try (Stream<Path> modules = Files.list(ROOT)) {
      return modules
          .map(module -> module.resolve("src/test/java"))
          .filter(Files::isDirectory)
          .flatMap(HistoriesTableTest::filesIn)
          .collect(Collectors.toList());
    }
  }

  private static Stream<Path> filesIn(Path folder) {
    try (Stream<Path> files = Files.walk(folder)) {
      return files.filter(file -> file.toString().endsWith("Test.java")).toList().stream();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
