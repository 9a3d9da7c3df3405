package io.twinbus.console.browser;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.openqa.selenium.By;
import org.openqa.selenium.Dimension;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.support.ui.WebDriverWait;

/** Debian's Chromium without a screen, driven by its own driver. */
final class Browser implements AutoCloseable {

  static final Duration BOUND = Duration.ofSeconds(30);
  private static final int WIDTH = 1_280;
  private static final int NARROW = 390;
  private static final int TALLEST = 1_500;

  private final ChromeDriver driver;

  Browser() {
    ChromeOptions options = new ChromeOptions();
    options.setBinary("/usr/bin/chromium");
    options.addArguments(
        "--headless=new",
        "--no-sandbox",
        "--disable-gpu",
        "--disable-dev-shm-usage",
        "--disable-background-networking",
        "--disable-component-update",
        "--no-first-run",
        "--hide-scrollbars",
        "--lang=en-GB",
        "--force-device-scale-factor=1");
    options.setCapability("goog:loggingPrefs", Map.of("browser", "ALL"));
    driver =
        new ChromeDriver(
            new ChromeDriverService.Builder()
                .usingDriverExecutable(Path.of("/usr/bin/chromedriver").toFile())
                .usingAnyFreePort()
                .build(),
            options);
    driver.manage().timeouts().pageLoadTimeout(BOUND);
    size(WIDTH, 900);
  }

  /** Sends {@code authorization} with each request from now on, as a person who has signed in. */
  void signedInWith(String authorization) {
    driver.executeCdpCommand("Network.enable", Map.of());
    driver.executeCdpCommand(
        "Network.setExtraHTTPHeaders", Map.of("headers", Map.of("Authorization", authorization)));
  }

  void open(URI page) {
    driver.get(page.toString());
  }

  String title() {
    return String.valueOf(driver.getTitle());
  }

  String text() {
    return driver.findElement(By.tagName("body")).getText();
  }

  WebElement element(String selector) {
    return driver.findElement(By.cssSelector(selector));
  }

  List<WebElement> elements(String selector) {
    return driver.findElements(By.cssSelector(selector));
  }

  /** Waits until the page says {@code words}. */
  void awaitText(String words) {
    waiting("'" + words + "' on the page").until(any -> text().contains(words));
  }

  /** Loads {@code page} until it says {@code words}. */
  void awaitPage(URI page, String words) {
    waiting("'" + words + "' at " + page)
        .until(
            any -> {
              open(page);
              return text().contains(words);
            });
  }

  /** Does {@code deed} until the page says {@code words} after it. */
  void awaitAgain(Runnable deed, String words) {
    waiting("'" + words + "' on the page")
        .until(
            any -> {
              deed.run();
              return text().contains(words);
            });
  }

  /** Waits until {@code script} returns true. */
  void awaitTrue(String script) {
    waiting(script).until(any -> Boolean.TRUE.equals(driver.executeScript("return " + script)));
  }

  private WebDriverWait waiting(String what) {
    WebDriverWait wait = new WebDriverWait(driver, BOUND);
    wait.withMessage("There was never " + what + ".");
    wait.ignoring(org.openqa.selenium.StaleElementReferenceException.class);
    return wait;
  }

  private Object run(String script) {
    return Objects.requireNonNull(driver.executeScript(script));
  }

  /** Runs {@code script}, which returns nothing. */
  void act(String script) {
    driver.executeScript(script);
  }

  /** The number that {@code expression} is on the page. */
  double number(String expression) {
    return ((Number) run("return " + expression)).doubleValue();
  }

  void colours(String scheme) {
    driver.executeCdpCommand(
        "Emulation.setEmulatedMedia",
        Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", scheme))));
  }

  void narrow() {
    size(NARROW, 900);
  }

  void wide() {
    size(WIDTH, 900);
  }

  private void size(int width, int height) {
    driver.executeCdpCommand(
        "Emulation.setDeviceMetricsOverride",
        Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", false));
    driver.manage().window().setSize(new Dimension(width, height));
  }

  /** Whether the page is wider than the window. */
  boolean isWiderThanTheWindow() {
    return Boolean.TRUE.equals(
        run("return document.documentElement.scrollWidth > window.innerWidth + 1"));
  }

  /** Writes a picture of the whole page. */
  void picture(Path file) throws IOException {
    size(WIDTH, 400);
    Number height = (Number) run("return document.documentElement.scrollHeight");
    size(WIDTH, Math.min(TALLEST, Math.max(500, height.intValue())));
    Files.createDirectories(file.getParent());
    Files.write(
        file, SmallPng.of(new ByteArrayInputStream(driver.getScreenshotAs(OutputType.BYTES))));
    size(WIDTH, 900);
  }

  /** What the axe library finds of at least serious weight. */
  @SuppressWarnings("unchecked")
  List<String> accessibilityFindings() throws IOException {
    driver.executeScript(axe());
    Object found =
        driver.executeAsyncScript(
            "const done = arguments[0];"
                + "axe.run(document, {runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa', 'best-practice']})"
                + ".then(r => done(r.violations"
                + ".filter(v => v.impact === 'serious' || v.impact === 'critical')"
                + ".map(v => v.id + ': ' + v.nodes.map(n => n.html).slice(0, 3).join(' | '))))"
                + ".catch(e => done(['axe failed: ' + e]));");
    return (List<String>) Objects.requireNonNull(found);
  }

  /** What the browser complained about since the last call: refused scripts and styles among it. */
  List<String> complaints() {
    return driver.manage().logs().get("browser").getAll().stream()
        .filter(entry -> entry.getLevel().intValue() >= java.util.logging.Level.WARNING.intValue())
        .map(LogEntry::getMessage)
        // A page that is not there is one, and how canvases are read is axe's own affair.
        .filter(message -> !message.contains("404 (Not Found)"))
        .filter(message -> !message.contains("willReadFrequently"))
        .toList();
  }

  private static String axe() throws IOException {
    try (InputStream in =
        Browser.class.getResourceAsStream(
            "/META-INF/resources/webjars/axe-core/4.6.3/axe.min.js")) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  @Override
  public void close() {
    driver.quit();
  }
}
