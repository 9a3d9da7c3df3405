package io.twinbus.local.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;

class RuleTableTest {

  private final RuleTable table = RuleTable.ofTheSuite();

  @Test
  void thePageShowsTheRulesAsTheyAreTested() throws IOException {
    PageSection.of("The rules", RuleTableTest.class).shows(table.markdown());
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
