package io.twinbus.certify.unit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/**
 * docs/assumptions.md says what the checks say. With the property {@code assumptions.page=write}
 * the page is written anew.
 */
class AssumptionsPageTest {

  private static final Path PAGE = Path.of("..", "docs", "assumptions.md");

  @Test
  void thePageIsMadeFromTheChecks() throws IOException {
    if ("write".equals(System.getProperty("assumptions.page"))) {
      Files.writeString(PAGE, AssumptionsPage.text());
    }

    assertThat(Files.readString(PAGE)).isEqualTo(AssumptionsPage.text());
  }
}
