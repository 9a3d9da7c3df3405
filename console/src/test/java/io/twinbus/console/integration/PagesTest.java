package io.twinbus.console.integration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.twinbus.console.RunningSystem;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Every page of a running system, as a browser is given it. */
class PagesTest {

  private static final Duration BOUND = Duration.ofSeconds(60);

  /** The age of a lease in a row about a receiver. */
  private static final Pattern BEAT =
      Pattern.compile("<tr><th scope=\"row\">.*?<time class=\"age\" datetime=\"([^\"]+)\"");

  private static final String HOSTILE = "<script>document.title='owned'</script>\u202e\"'&;`";

  @AutoClose private static RunningSystem system;

  @BeforeAll
  static void start() throws Exception {
    system = RunningSystem.start(Map.of());
    system.twinbus().send("calm", "{}");
    system.twinbus().awaitHandled("calm", 1);
    system.twinbus().send(HOSTILE, "{}");
    system.twinbus().awaitHandled(HOSTILE, 1);
    await()
        .atMost(BOUND)
        .until(() -> system.get("/").body().contains("Its queue answers, and its receivers"));
  }

  @ParameterizedTest
  @CsvSource({
    "/, Receivers",
    "/sessions, The worst first",
    "/session?id=calm, nothing waits behind it",
    "/message, Give the id as the producer gave it",
    "/letters, There are no dead letters",
    "/timeline, what the console saw change",
    "/doctor, entities"
  })
  void eachPageTellsWhatItsCommandTells(String path, String sentence) throws Exception {
    HttpResponse<String> page = system.get(path);

    assertThat(page.statusCode()).isEqualTo(200);
    assertThat(page.body()).contains(sentence).contains("request units a second");
    assertThat(page.headers().firstValue("content-type"))
        .hasValueSatisfying(type -> assertThat(type).startsWith("text/html"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"/", "/sessions", "/session?id=calm", "/assets/console.js", "/nowhere"})
  void nothingThatIsServedMayRunScriptsOfOthersOrStandInAFrame(String path) throws Exception {
    assertThat(system.get(path).headers().firstValue("content-security-policy"))
        .hasValueSatisfying(
            policy ->
                assertThat(policy)
                    .contains("default-src 'none'", "script-src 'self'", "frame-ancestors 'none'")
                    .doesNotContain("unsafe"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/",
        "/sessions",
        "/session?id=calm",
        "/session?id=unknown",
        "/message?id=calm-1",
        "/letters",
        "/letters.json",
        "/timeline",
        "/doctor",
        "/live",
        "/nowhere"
      })
  void whatShowsIdsIsKeptByNoBrowser(String path) throws Exception {
    assertThat(system.begin(path).headers().firstValue("cache-control")).hasValue("no-store");
  }

  @ParameterizedTest
  @CsvSource({
    "/sessions, 'A sample of at most 200 records'",
    "/sessions?prefix=c, 'A sample of at most 200 records'",
    "/timeline, 'at most 200 acts, read <time class=\"age\" datetime=\"'",
    "/doctor, 'looked at <time class=\"age\" datetime=\"'"
  })
  void aListOverAllIsASampleWithItsAgeBesideIt(String path, String words) throws Exception {
    assertThat(system.get(path).body()).contains(words);
    assertThat(system.get("/sessions").body()).contains("taken <time class=\"age\" datetime=\"");
  }

  @Test
  void anActIsRefusedWhereTheConsoleOnlyReads() throws Exception {
    for (String act : new String[] {"block", "unblock", "skip", "pause", "resume", "replay"}) {
      HttpResponse<String> answer =
          system.post(
              "/act/" + act, system.origin(), Map.of("id", "calm", "reason", "why", "step", "do"));

      assertThat(answer.statusCode()).as(act).isEqualTo(403);
      assertThat(answer.body()).as(act).contains("start it with --allow-acts");
      assertThat(system.get("/act/" + act).statusCode()).as(act).isEqualTo(403);
    }
    HttpResponse<String> export =
        system.post("/letters/export", system.origin(), Map.of("reason", "why", "step", "do"));
    assertThat(export.statusCode()).isEqualTo(403);
    assertThat(system.get("/session?id=calm").body()).doesNotContain("/act/");
    assertThat(system.get("/").body()).doesNotContain("/act/").contains("This console only reads.");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "htmx.js",
        "sse.js",
        "uplot.js",
        "uplot.css",
        "console.js",
        "console.css",
        "icon.svg"
      })
  void whatPagesNeedComesFromTheConsoleItself(String asset) throws Exception {
    assertThat(system.get("/assets/" + asset).statusCode()).isEqualTo(200);
  }

  @Test
  void theOverviewOfOneQueueHasNoListOfQueues() throws Exception {
    assertThat(system.get("/").body()).doesNotContain("/queues");
  }

  @Test
  void noPageNamesAnotherHost() throws Exception {
    for (String path : new String[] {"/", "/sessions", "/message", "/doctor"}) {
      assertThat(system.get(path).body()).doesNotContain("https://").doesNotContain("src=\"http");
    }
  }

  @Test
  void whatIsLeftOfARunNeedsNothingElse() {
    system.console().mark(true, "outage east@40: <b>struck</b>");
    await().atMost(BOUND).until(() -> system.console().report().contains("outage east@40"));

    assertThat(system.console().report())
        .contains("Its queue answers, and its receivers", "<polyline", "&lt;b&gt;struck&lt;/b&gt;")
        .doesNotContain("<script", "src=", "<link", "http://", "https://");
  }

  @Test
  void deadLettersAreGivenAsAFile() throws Exception {
    HttpResponse<String> list = system.get("/letters.json");

    assertThat(list.headers().firstValue("content-type")).hasValue("application/json");
    assertThat(list.body()).isEqualTo("[]");
  }

  @Test
  void hostileIdsAreShownAndStayText() throws Exception {
    for (String path :
        new String[] {
          "/sessions",
          "/session?id=" + RunningSystem.encoded(HOSTILE),
          "/message?id=" + RunningSystem.encoded(HOSTILE),
          "/letters?reason=" + RunningSystem.encoded(HOSTILE)
        }) {
      String page = system.get(path).body();
      // What a person typed stays in its field as it is.
      String text = page.replaceAll("value=\"[^\"]*\"", "");

      assertThat(text).as(path).doesNotContain("<script>document").doesNotContain("\u202e");
    }
    assertThat(system.get("/session?id=" + RunningSystem.encoded(HOSTILE)).body())
        .contains("&lt;script&gt;document.title=", "\\u202E", "fencing token");
  }

  @Test
  void anIdThatLooksLikeAnOptionOrAFileIsAnId() throws Exception {
    for (String id : new String[] {"--help", "@/etc/hostname", "-o", "--"}) {
      HttpResponse<String> page = system.get("/session?id=" + RunningSystem.encoded(id));

      assertThat(page.statusCode()).as(id).isEqualTo(404);
      assertThat(page.body()).as(id).contains("The ledger knows no session");
    }
  }

  @Test
  void aLongIdIsFoundAndCutInLists() throws Exception {
    String id = "x".repeat(120);
    system.twinbus().send(id, "{}");
    system.twinbus().awaitHandled(id, 1);

    assertThat(system.get("/session?id=" + id).body()).contains(id).contains("fencing token");
    assertThat(system.get("/sessions?prefix=xxx").body()).contains("x".repeat(35) + "…");
  }

  @Test
  void aRequestUnderAnotherNameIsRefused() throws Exception {
    try (Socket socket =
        new Socket(InetAddress.getLoopbackAddress(), system.console().address().getPort())) {
      socket.setSoTimeout((int) BOUND.toMillis());
      socket
          .getOutputStream()
          .write(
              "GET /sessions HTTP/1.1\r\nHost: rebound.example\r\nConnection: close\r\n\r\n"
                  .getBytes(StandardCharsets.US_ASCII));
      BufferedReader answer =
          new BufferedReader(
              new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));

      assertThat(answer.readLine()).contains("403");
      assertThat(answer.lines().toList()).noneMatch(line -> line.contains("calm"));
    }
  }

  @Test
  void eachLookIsShownToWhoeverWatches() throws Exception {
    try (Socket socket =
        new Socket(InetAddress.getLoopbackAddress(), system.console().address().getPort())) {
      socket.setSoTimeout((int) BOUND.toMillis());
      socket
          .getOutputStream()
          .write(
              "GET /live HTTP/1.1\r\nHost: localhost:%d\r\nConnection: close\r\n\r\n"
                  .formatted(system.console().address().getPort())
                  .getBytes(StandardCharsets.US_ASCII));
      BufferedReader answer =
          new BufferedReader(
              new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
      List<String> heads = new ArrayList<>();
      while (heads.stream().filter("event: foot"::equals).count() < 3) {
        heads.add(answer.readLine());
      }

      assertThat(heads)
          .anyMatch(line -> line.toLowerCase(Locale.ROOT).contains("text/event-stream"))
          .contains("event: overview", "event: point");
    }
  }

  @Test
  void whatVitalsCarryIsShownWithinTwoSeconds() throws Exception {
    try (Socket socket =
        new Socket(InetAddress.getLoopbackAddress(), system.console().address().getPort())) {
      socket.setSoTimeout((int) BOUND.toMillis());
      socket
          .getOutputStream()
          .write(
              "GET /live HTTP/1.1\r\nHost: localhost:%d\r\nConnection: close\r\n\r\n"
                  .formatted(system.console().address().getPort())
                  .getBytes(StandardCharsets.US_ASCII));
      BufferedReader answer =
          new BufferedReader(
              new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
      Set<String> seen = new HashSet<>();
      int inTime = 0;
      // A machine that is busy elsewhere may hold some up: five in a row are asked for.
      while (inTime < 5) {
        Matcher beat = BEAT.matcher(answer.readLine());
        if (beat.find() && seen.add(beat.group(1))) {
          Duration age = Duration.between(Instant.parse(beat.group(1)), Instant.now());
          inTime = age.compareTo(Duration.ofSeconds(2)) <= 0 ? inTime + 1 : 0;
          assertThat(seen).as("none of 100 beats was shown in time").hasSizeLessThan(100);
        }
      }
    }
  }

  @Test
  void aFormWithoutThisRunsTokenIsRefused() throws Exception {
    String own = system.console().address().toString().replaceAll("/$", "");

    HttpResponse<String> answer =
        system.post(
            "/message/body", own, Map.of("id", "calm", "reason", "why", "token", "another"));

    assertThat(answer.statusCode()).isEqualTo(403);
    assertThat(answer.body()).contains("another run");
  }

  @Test
  void aFormOfAnotherSiteIsRefused() throws Exception {
    HttpResponse<String> answer =
        system.post("/message/body", "http://evil.example", Map.of("id", "calm"));

    assertThat(answer.statusCode()).isEqualTo(403);
  }
}
