package io.twinbus.console.browser;

import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.console.ProxiedSystem;
import io.twinbus.console.RunningSystem;
import io.twinbus.ledger.SessionStatus;
import io.twinbus.sender.message.ExplicitSequence;
import io.twinbus.sender.message.OutboundMessage;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A person acts in a browser: sessions, receivers, dead letters. */
@Tag("browser")
class ActsInABrowserTest {

  private static final Path PICTURES =
      Path.of(System.getProperty("console.pictures", "target/pictures"));

  @TempDir private static Path directory;
  @AutoClose private static RunningSystem system;
  @AutoClose private static Browser browser;

  @BeforeAll
  static void start() throws Exception {
    system = ProxiedSystem.start(directory, Map.of("twinbus.receiver.gap-grace", "200ms"));
    browser = new Browser();
  }

  @BeforeEach
  void signIn() {
    browser.signedInWith(ProxiedSystem.OPERATOR);
  }

  private static void plan() {
    browser.element("main input[name=reason]").sendKeys("ticket 4711");
    browser.element("main form.act button").click();
    browser.awaitText("This will be done");
  }

  private static void confirm() {
    browser.element("main form.act button").click();
    browser.awaitTrue("document.querySelectorAll('#done').length === 1");
  }

  @Test
  void aSessionIsHeldAndGoesOn() throws Exception {
    system.twinbus().send("TW-1", "{}");
    system.twinbus().awaitHandled("TW-1", 1);
    browser.open(system.at("/session?id=TW-1"));
    browser.element("a[href='/act/block?id=TW-1']").click();
    browser.awaitText("Hold a session");
    assertThat(browser.accessibilityFindings()).isEmpty();
    plan();
    assertThat(browser.accessibilityFindings()).isEmpty();
    browser.picture(PICTURES.resolve("act-light.png"));
    browser.colours("dark");
    browser.picture(PICTURES.resolve("act-dark.png"));
    browser.colours("light");
    confirm();

    var held = system.twinbus().awaitSession("TW-1", it -> it.status() == SessionStatus.BLOCKED);
    assertThat(held.acts().get(0).reason()).isEqualTo("ticket 4711");
    browser.open(system.at("/session?id=TW-1"));
    browser.element("a[href='/act/unblock?id=TW-1']").click();
    browser.awaitText("Let a blocked session go on");
    plan();
    confirm();
    var freed = system.twinbus().awaitSession("TW-1", it -> it.status() != SessionStatus.BLOCKED);
    assertThat(freed.acts()).hasSize(2);
    assertThat(browser.complaints()).isEmpty();
  }

  @Test
  void missingMessagesAreSkipped() throws Exception {
    system
        .twinbus()
        .send(
            OutboundMessage.of("TW-holed", "TW-holed-2")
                .sequence(ExplicitSequence.of("holes", 2, 1))
                .body("{}")
                .build());
    browser.awaitPage(system.at("/session?id=TW-holed"), "Skip the missing messages");
    browser.element("a[href='/act/skip?id=TW-holed']").click();
    browser.awaitText("Skip missing messages");
    browser.awaitAgain(
        () -> {
          browser.open(system.at("/act/skip?id=TW-holed"));
          browser.element("main input[name=reason]").sendKeys("ticket 4711");
          browser.element("main form.act button").click();
        },
        "This will be done");
    confirm();

    system.twinbus().awaitHandled("TW-holed", 1);
  }

  /** The pages of a reader offer no act, and an act's own page refuses it. */
  @ParameterizedTest
  @ValueSource(strings = {"block", "unblock", "skip", "pause", "resume", "replay"})
  void aReaderIsRefused(String act) throws Exception {
    browser.signedInWith(ProxiedSystem.READER);

    browser.open(system.at("/"));
    browser.awaitText("Your token only reads.");
    assertThat(browser.elements("a[href^='/act/']")).isEmpty();
    browser.open(system.at("/act/" + act + "?id=TW-1"));
    browser.awaitText("acts need the operator's");
    assertThat(browser.elements("form")).isEmpty();
  }

  @Test
  void receiversPauseAndResume() {
    browser.open(system.at("/"));
    browser.element("a[href='/act/pause']").click();
    browser.awaitText("Pause receivers");
    plan();
    confirm();
    browser.open(system.at("/"));
    browser.awaitText("PAUSED");

    browser.element("a[href='/act/resume']").click();
    browser.awaitText("Resume receivers");
    plan();
    confirm();
    browser.open(system.at("/"));
    browser.awaitTrue("!document.querySelector('main').innerText.includes('PAUSED')");
  }

  @Test
  void deadLettersAreSavedAndSentAgain() throws Exception {
    system.twinbus().handler().refuse("TW-dead", "the card number has 15 digits");
    system.twinbus().send("TW-dead", "{\"card\": \"none\"}");
    var unused = system.twinbus().awaitDeadLetter("TW-dead");
    browser.awaitPage(system.at("/letters?session=TW-dead"), "the card number has 15 digits");
    assertThat(browser.accessibilityFindings()).isEmpty();
    browser.picture(PICTURES.resolve("letters-light.png"));
    browser.colours("dark");
    browser.picture(PICTURES.resolve("letters-dark.png"));
    browser.colours("light");

    plan();
    assertThat(browser.text()).contains("Your browser saves a file");
    assertThat(browser.accessibilityFindings()).isEmpty();
    browser.element("main form.act button").click();
    browser.awaitPage(system.at("/timeline"), "1 dead letters exported");

    system.twinbus().handler().recover();
    browser.open(system.at("/letters?session=TW-dead"));
    browser.element("td a[href^='/act/replay?id=']").click();
    browser.awaitText("Send dead letters again");
    plan();
    confirm();
    system.twinbus().awaitHandled("TW-dead", 1);
  }

  @Test
  void whatVitalsCarryIsShownWithinTwoSeconds() {
    browser.open(system.at("/"));
    browser.awaitTrue("document.querySelectorAll('[aria-label=Receivers] tbody tr').length === 2");
    browser.act(
        """
        const seen = new Set();
        window.delays = [];
        const look = () => document.querySelectorAll('[aria-label=Receivers] tbody tr').forEach(row => {
          const beat = row.querySelector('time').getAttribute('datetime');
          if (!seen.has(beat)) { seen.add(beat); window.delays.push(Date.now() - Date.parse(beat)); }
        });
        look();
        window.delays = [];
        new MutationObserver(look).observe(document.querySelector('[sse-swap=overview]'), {childList: true});
        """);

    // A machine that is busy elsewhere may hold some up: ten in a row are asked for.
    browser.awaitTrue(
        "window.delays.length >= 10 && window.delays.slice(-10).every(age => age <= 2000)");
    System.out.printf(
        "What a beat carries was on the page after %.0f to %.0f ms.%n",
        browser.number("Math.min(...window.delays.slice(-10))"),
        browser.number("Math.max(...window.delays.slice(-10))"));
  }
}
