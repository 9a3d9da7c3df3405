package io.twinbus.console.browser;

import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.console.TwoQueues;
import java.nio.file.Path;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The overview of two queues, none of which has a receiver. */
@Tag("browser")
class QueuesInABrowserTest {

  private static final Path PICTURES =
      Path.of(System.getProperty("console.pictures", "target/pictures"));

  @AutoClose private static TwoQueues system;
  @AutoClose private static Browser browser;

  @BeforeAll
  static void start() throws Exception {
    system = TwoQueues.start();
    browser = new Browser();
  }

  @Test
  void allQueuesAreListedAndTheHeadNamesTheOneThatIsShown() throws Exception {
    for (String scheme : new String[] {"light", "dark"}) {
      browser.colours(scheme);
      browser.open(system.console().address());
      browser.awaitTrue(
          "document.querySelectorAll('[aria-label=\"All queues\"] tbody tr').length === 4");
      browser.awaitText("no receiver");

      assertThat(browser.text()).contains("orders", "payments", "twinbus / orders");
      assertThat(browser.complaints()).isEmpty();
      assertThat(browser.accessibilityFindings()).as(scheme).isEmpty();
      browser.picture(PICTURES.resolve("queues-%s.png".formatted(scheme)));
    }
    browser.narrow();
    assertThat(browser.isWiderThanTheWindow()).isFalse();
  }
}
