package io.twinbus.console.browser;

import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.console.RunningSystem;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

/**
 * Every view of a running system as a browser shows it, light and dark, wide and narrow; and a
 * region's outage from its start to its end. The pictures of docs/console.md are made here.
 */
@Tag("browser")
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class ViewsInABrowserTest {

  private static final Path PICTURES =
      Path.of(System.getProperty("console.pictures", "target/pictures"));
  private static final String HOSTILE =
      "<script>document.title='owned'</script><img src=x onerror=\"document.title='owned'\">\u202e";
  private static final String POISONED = "TW-poisoned";

  private static RunningSystem system;
  private static Browser browser;

  @BeforeAll
  static void start() throws Exception {
    system = RunningSystem.start(Map.of("twinbus.receiver.on-poison", "block"));
    browser = new Browser();
    for (int session = 1; session <= 40; session++) {
      for (int message = 0; message < 3; message++) {
        system.twinbus().send("order-%04d".formatted(session), "{\"amount\": 12.5}");
      }
    }
    system.twinbus().send(HOSTILE, "<b>body</b>");
    system.twinbus().send("l".repeat(120), "{}");
    system.twinbus().handler().refuse(POISONED, "the card number has 15 digits");
    system.twinbus().send(POISONED, "{\"card\": \"none\"}");
    system.twinbus().send(POISONED, "{\"card\": \"none\"}");
  }

  @AfterAll
  static void end() throws Exception {
    browser.close();
    system.close();
  }

  @Test
  @Order(1)
  void theOverviewMovesByItself() throws Exception {
    browser.open(system.at("/"));

    browser.awaitText("Its queue answers, and its receivers are at work.");
    browser.awaitText("What happened");
    browser.awaitTrue("document.querySelectorAll('.chart canvas').length === 4");
    browser.awaitTrue("document.querySelectorAll('.uplot .u-legend .u-value').length > 0");
    looksWell("overview", "/");
  }

  private static void looksWell(String name, String path) throws Exception {
    browser.open(system.at(path));
    assertThat(browser.title()).contains("Twinbus");
    assertThat(browser.complaints()).as("%s: the browser complains", name).isEmpty();
    for (String scheme : new String[] {"light", "dark"}) {
      browser.colours(scheme);
      browser.open(system.at(path));
      browser.awaitTrue("document.querySelectorAll('footer b').length > 0");
      if (name.startsWith("overview")) {
        browser.awaitTrue("document.querySelectorAll('.chart canvas').length === 4");
      }
      assertThat(browser.accessibilityFindings()).as("%s, %s", name, scheme).isEmpty();
      browser.picture(PICTURES.resolve("%s-%s.png".formatted(name, scheme)));
    }
    browser.narrow();
    assertThat(browser.isWiderThanTheWindow()).as("%s on a narrow screen", name).isFalse();
    browser.wide();
    browser.colours("light");
  }

  @Test
  @Order(2)
  void aBlockedSessionComesFirstInTheListAndSaysWhy() throws Exception {
    var unused = system.twinbus().awaitBlocked(POISONED);
    browser.open(system.at("/sessions?status=BLOCKED"));
    browser.awaitText(POISONED);
    browser.open(system.at("/sessions"));
    browser.awaitText(POISONED);

    assertThat(browser.element("tbody tr th").getText()).isEqualTo(POISONED);
    looksWell("sessions", "/sessions");
    browser.element("#list tbody a").click();
    browser.awaitText("Blocked");
    assertThat(browser.text()).contains("the card number has 15 digits");
    looksWell("session", "/session?id=" + POISONED);
  }

  @Test
  @Order(3)
  void typingFiltersTheList() {
    browser.open(system.at("/sessions"));

    browser.element("#prefix").sendKeys("order-001");

    browser.awaitTrue("document.querySelectorAll('#list tbody tr').length === 10");
    assertThat(browser.elements("#list tbody th").get(0).getText()).startsWith("order-001");
  }

  @Test
  @Order(4)
  void hostileIdsAreShownAndDoNotRun() throws Exception {
    system.twinbus().awaitHandled(HOSTILE, 1);
    for (String path :
        new String[] {
          "/sessions",
          "/session?id=" + RunningSystem.encoded(HOSTILE),
          "/message?id=" + RunningSystem.encoded(HOSTILE),
          "/message?id=" + RunningSystem.encoded("x".repeat(1_024))
        }) {
      browser.open(system.at(path));

      assertThat(browser.title()).as(path).contains("Twinbus").isNotEqualTo("owned");
      assertThat(browser.elements("main script, main img")).as(path).isEmpty();
      assertThat(browser.isWiderThanTheWindow()).as(path).isFalse();
    }
    browser.open(system.at("/session?id=" + RunningSystem.encoded(HOSTILE)));
    assertThat(browser.text()).contains("<script>document.title='owned'</script>", "\\u202E");
  }

  @Test
  @Order(5)
  void aMessageIsTracedAndDeadLettersTimelineAndDoctorAreShown() throws Exception {
    looksWell("message", "/message?id=" + blockedMessage());
    browser.open(system.at("/message?id=" + blockedMessage()));
    assertThat(browser.text()).contains("NOT ENDED", "Its session is blocked");
    looksWell("no-letters", "/letters");
    looksWell("timeline", "/timeline");
    looksWell("doctor", "/doctor");
    browser.open(system.at("/doctor"));
    assertThat(browser.text()).contains("1 session waits for an operator");
  }

  private static String blockedMessage() throws Exception {
    return RunningSystem.encoded(String.valueOf(system.twinbus().awaitBlocked(POISONED).message()));
  }

  @Test
  @Order(6)
  void aBodyIsShownOnDemandAndTheTimelineSaysWho() throws Exception {
    browser.open(system.at("/message?id=" + blockedMessage()));
    browser.element("form.body input[name=reason]").sendKeys("ticket 4711");
    browser.element("form.body button").click();
    browser.awaitText("\"card\"");

    browser.open(system.at("/timeline"));
    browser.awaitText("BODY_SHOWN");
    assertThat(browser.text()).contains("ticket 4711").contains("ann");
  }

  @Test
  @Order(7)
  void anOutageIsWatchedFromItsStartToItsEnd() throws Exception {
    browser.open(system.at("/"));
    browser.awaitText("Its queue answers");

    system.twinbus().fail("west");
    browser.awaitText("NO ANSWER");
    assertThat(browser.element(".region.bad h2").getText()).contains("west");
    browser.picture(PICTURES.resolve("outage-light.png"));
    browser.colours("dark");
    browser.picture(PICTURES.resolve("outage-dark.png"));
    browser.colours("light");

    system.twinbus().heal("west");
    browser.awaitText("region west answers again");
    browser.awaitTrue("document.querySelectorAll('.region.bad').length === 0");
  }

  @Test
  @Order(8)
  void aLedgerThatGoesAwayIsSaidAndSoIsItsReturn() {
    browser.open(system.at("/"));
    browser.awaitText("ANSWERS");

    system.twinbus().stack().ledger().outage(io.twinbus.local.network.Outage.REFUSE);
    browser.awaitTrue(
        "document.body.innerText.includes('The ledger does not tell')"
            + " || document.body.innerText.includes('the next look has no answer yet')");

    system.twinbus().stack().ledger().restore();
    browser.awaitTrue(
        "!document.body.innerText.includes('The ledger does not tell')"
            + " && !document.body.innerText.includes('no answer yet')"
            + " && document.body.innerText.includes('ANSWERS')");
  }

  @Test
  @Order(9)
  void aConsoleThatOnlyReadsRefusesEachAct() {
    browser.open(system.at("/session?id=" + POISONED));
    assertThat(browser.elements("a[href^='/act/']")).isEmpty();
    for (String act : new String[] {"block", "unblock", "skip", "pause", "resume", "replay"}) {
      browser.open(system.at("/act/" + act + "?id=" + POISONED));
      browser.awaitText("start it with --allow-acts");
      assertThat(browser.elements("form")).as(act).isEmpty();
    }
  }

  @Test
  @Order(10)
  void theKeyboardReachesTheSearch() {
    browser.open(system.at("/"));

    browser.element("body").sendKeys("/");
    browser.awaitTrue("document.activeElement.id === 'find'");
    browser.element("#find").sendKeys("order-0007\n");

    browser.awaitText("fencing token");
    assertThat(browser.title()).contains("order-0007");
  }
}
