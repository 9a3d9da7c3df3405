package io.twinbus.local.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class RuleTableTest {
  private static final Path PAGE = Path.of("..", "docs", "local.md");
  private static final String BEGIN = "<!-- The rules, written by RuleTableTest: begin -->\n";
  private static final String END = "<!-- The rules: end -->\n";

  private final RuleTable table = RuleTable.ofTheSuite();

  @Test
  void thePageShowsTheRulesAsTheyAreTested() throws IOException {
    String page = Files.readString(PAGE);
    int begin = page.indexOf(BEGIN) + BEGIN.length();
    int end = page.indexOf(END);
    assertThat(end).as("the page marks where the rules stand").isGreaterThanOrEqualTo(begin);

    String expected = page.substring(0, begin) + table.markdown() + page.substring(end);
    if (Boolean.getBoolean("conformance.write")) {
      Files.writeString(PAGE, expected);
    }

    assertThat(Files.readString(PAGE))
        .as("docs/local.md; run this test with -Dconformance.write=true to write it")
        .isEqualTo(expected);
  }

  @Test
  void everyRuleHasANameOfItsOwnASentenceAndAPublicPage() {
    assertThat(table.rules()).isNotEmpty();
    assertThat(table.rules()).extracting(Rule::id).doesNotHaveDuplicates();
    for (Rule rule : table.rules()) {
      assertThat(rule.id()).matches("(sb|cosmos)(-[a-z0-9]+)+");
      assertThat(rule.text()).as(rule.id()).endsWith(".");
      assertThat(rule.doc()).as(rule.id()).startsWith("https://");
    }
  }

  @Test
  void everyClassOfRulesIsRun() {
    // Surefire takes classes by their names; one of another name would never run.
    assertThat(table.classes()).allMatch(type -> type.getSimpleName().endsWith("RulesTest"));
  }
}
