package io.twinbus.protocol.unit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/**
 * docs/settings.md says what the catalogue says. With the property {@code settings.page=write} the
 * page is written anew.
 */
class SettingsPageTest {

  private static final Path PAGE = Path.of("..", "docs", "settings.md");

  @Test
  void thePageIsMadeFromTheCatalogue() throws IOException {
    if ("write".equals(System.getProperty("settings.page"))) {
      Files.writeString(PAGE, SettingsPage.text());
    }

    assertThat(Files.readString(PAGE)).isEqualTo(SettingsPage.text());
  }
}
