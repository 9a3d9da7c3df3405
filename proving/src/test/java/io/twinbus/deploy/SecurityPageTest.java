package io.twinbus.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** docs/security.md: each threat names a test that exists, or says that there is none. */
class SecurityPageTest {

  private static final Set<String> HEADERS = Set.of("threat", "at", "fuzzer");

  private static final Pattern TEST =
      Pattern.compile("\\[`(\\w+)(?:#(\\w+))?`\\]\\(\\.\\./([^)]+/(\\w+)\\.java)\\)");

  @Test
  void everyTestThatIsNamedExists() throws Exception {
    Matcher test = TEST.matcher(Texts.of("docs/security.md"));
    int found = 0;
    while (test.find()) {
      Path file = Texts.path(test.group(3));
      assertThat(file).exists();
      assertThat(test.group(4)).isEqualTo(test.group(1));
      if (test.group(2) != null) {
        assertThat(Files.readString(file)).contains("void " + test.group(2) + "(");
      }
      found++;
    }
    assertThat(found).isGreaterThan(15);
  }

  @Test
  void everyThreatNamesATestOrSaysThatThereIsNone() throws Exception {
    String page = Texts.of("docs/security.md");
    List<String> rows =
        page.substring(page.indexOf("## Threats"), page.indexOf("## Out of scope"))
            .lines()
            .filter(line -> line.startsWith("| ") && !HEADERS.contains(firstCell(line)))
            .toList();

    assertThat(rows)
        .hasSizeGreaterThan(10)
        .allMatch(row -> TEST.matcher(row).find() || row.contains("no test"));
  }

  private static String firstCell(String row) {
    return row.split("\\|", -1)[1].strip();
  }
}
