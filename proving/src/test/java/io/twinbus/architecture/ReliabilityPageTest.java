package io.twinbus.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.rehearsal.fault.FaultKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** docs/reliability.md has a row for every fault, and every test that a row names exists. */
class ReliabilityPageTest {

  private static final Path DOCS = Path.of("..", "docs");
  private static final Pattern ROW =
      Pattern.compile("^\\| ([SBRLO]\\d+) \\|.*$", Pattern.MULTILINE);
  private static final Pattern TEST =
      Pattern.compile("\\[`(\\w+)#(\\w+)`\\]\\((\\.\\./[^)]+/(\\w+)\\.java)\\)");
  private static final Pattern DRILL =
      Pattern.compile("\\[drill\\]\\(#the-drill\\)((,? ?`[a-z-]+`)+)");
  private static final Pattern WORD = Pattern.compile("`([a-z-]+)`");

  @Test
  void everyFaultHasItsRow() throws IOException {
    List<String> wanted = new ArrayList<>();
    addTo(wanted, "S", 10);
    addTo(wanted, "B", 9);
    addTo(wanted, "R", 10);
    addTo(wanted, "L", 14);
    addTo(wanted, "O", 3);

    assertThat(rows().stream().map(row -> row.group(1))).containsExactlyElementsOf(wanted);
  }

  @Test
  void everyRowNamesATestOrSaysThatThereIsNone() throws IOException {
    for (MatchResult row : rows()) {
      assertThat(TEST.matcher(row.group()).find() || row.group().contains("not shown yet"))
          .as(row.group())
          .isTrue();
    }
  }

  @Test
  void everyTestThatIsNamedExists() throws IOException {
    Matcher test = TEST.matcher(page());
    int found = 0;
    while (test.find()) {
      Path file = DOCS.resolve(test.group(3));
      assertThat(file).exists();
      assertThat(test.group(4)).isEqualTo(test.group(1));
      assertThat(Files.readString(file)).as(test.group()).contains("void " + test.group(2) + "(");
      found++;
    }
    assertThat(found).isGreaterThan(50);
  }

  @Test
  void everyFaultOfTheDrillThatIsNamedExists() throws IOException {
    Set<String> words =
        Arrays.stream(FaultKind.values()).map(FaultKind::word).collect(Collectors.toSet());
    Set<String> named = new TreeSet<>();
    Matcher drill = DRILL.matcher(page());
    while (drill.find()) {
      WORD.matcher(drill.group(1)).results().forEach(word -> named.add(word.group(1)));
    }

    assertThat(words).containsAll(named);
    assertThat(named).hasSizeGreaterThan(15);
  }

  private static List<MatchResult> rows() throws IOException {
    return ROW.matcher(page()).results().toList();
  }

  private static String page() throws IOException {
    return Files.readString(DOCS.resolve("reliability.md"));
  }

  private static void addTo(List<String> wanted, String group, int count) {
    for (int number = 1; number <= count; number++) {
      wanted.add(group + number);
    }
  }
}
