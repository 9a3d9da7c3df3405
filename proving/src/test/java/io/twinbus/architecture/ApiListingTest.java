package io.twinbus.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/**
 * docs/api.txt lists what applications may depend on. With the property {@code api.listing=write}
 * it is written anew; a line that goes away or changes breaks applications.
 */
class ApiListingTest {

  private static final Path FILE = Path.of("..", "docs", "api.txt");

  @Test
  void theListingIsMadeFromTheClasses() throws IOException {
    if ("write".equals(System.getProperty("api.listing"))) {
      Files.writeString(FILE, ApiListing.text());
    }

    assertThat(ApiListing.text().lines())
        .as("docs/api.txt is written anew with -Dapi.listing=write; say a break in CHANGELOG.md")
        .containsExactlyElementsOf(Files.readAllLines(FILE));
  }

  @Test
  void whatADoorNamesIsInIt() {
    assertThat(ApiListing.text())
        .contains(
            "io.twinbus.sender.Sender\n",
            "io.twinbus.receiver.region.RegionReceiver\n",
            "io.twinbus.receiver.listener.SessionListener\n",
            "io.twinbus.spring.SessionListener\n",
            "io.twinbus.testkit.system.Twinbus\n")
        .doesNotContain("io.twinbus.receiver.session.worker");
  }
}
