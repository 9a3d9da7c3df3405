package io.twinbus.rehearsal.process;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.twinbus.protocol.time.Clocks;
import io.twinbus.rehearsal.sink.AnswerGate;
import io.twinbus.rehearsal.sink.EffectLog;
import io.twinbus.rehearsal.sink.Sink;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Local stack, receiver and sender, each started by itself: what the demo does is no shortcut. */
class OneByOneTest {

  private static final HttpClient HTTP = HttpClient.newHttpClient();
  private static final Predicate<Page> OK = page -> page.status() == 200;

  @TempDir private Path directory;

  @Test
  @Tag("long")
  void aMessageGoesFromSendThroughAReceiverToItsHandler() throws Exception {
    EffectLog effects = new EffectLog(Clocks.system(), effect -> {});
    Path input =
        Files.writeString(
            directory.resolve("in.ndjson"),
            "{\"session\":\"Größe 1\",\"id\":\"m 1\"}\n{\"session\":\"Größe 1\",\"id\":\"m 2\"}\n");
    try (Sink sink = Sink.start(effects, new AnswerGate());
        Twinbus local = localStack();
        Twinbus receiver =
            Twinbus.start(
                directory,
                Map.of("TWINBUS_RECEIVER_HTTP_URL", sink.addressFor("r").toString()),
                "receiver",
                "--region",
                "east",
                "--port",
                "0")) {
      receiver.awaitOutput(text -> text.contains("Receiver ready: region=east"));
      await()
          .atMost(180, SECONDS)
          .untilAsserted(
              () ->
                  assertThat(page(receiver, "/health/readiness")).matches(OK, "an answer of 200"));
      assertThat(page(receiver, "/prometheus")).matches(OK, "an answer of 200");

      Twinbus send = Twinbus.run(directory, "send", "--input", input.toString());
      assertThat(send.out()).isEqualTo("2 sent, 2 safe, 0 not accepted.\n");
      assertThat(send.exitCode()).isZero();
      await().atMost(60, SECONDS).until(() -> effects.size() == 2);

      Twinbus show = Twinbus.run(directory, "sessions", "show", "Größe 1");
      assertThat(show.exitCode()).isZero();
      assertThat(show.out()).contains("session    Größe 1").contains("cursor     2 of stream");
      assertThat(Twinbus.run(directory, "sessions", "list").out()).contains("Größe 1");
      assertThat(Twinbus.run(directory, "sessions", "show", "nobody").exitCode()).isEqualTo(3);

      local.interrupt();
      assertThat(local.exitCode()).isEqualTo(128 + 2);
    }
  }

  /** What a server answered. */
  private record Page(int status, String body) {}

  /** The launcher's class path has other servers' pages as well. */
  private static Page page(Twinbus receiver, String path) throws Exception {
    Matcher port =
        Pattern.compile("Receiver ready:.* port=(\\d+)").matcher(receiver.out() + receiver.err());
    assertThat(port.find()).isTrue();
    URI page = URI.create("http://127.0.0.1:%s%s".formatted(port.group(1), path));
    HttpResponse<String> answer =
        HTTP.send(
            HttpRequest.newBuilder(page).timeout(Duration.ofSeconds(30)).build(),
            HttpResponse.BodyHandlers.ofString());
    return new Page(answer.statusCode(), answer.body());
  }

  @Test
  @Tag("long")
  void aLedgerThatIsNotStrongIsRefused() throws Exception {
    try (Twinbus local = localStack("--ledger-consistency", "session")) {
      Twinbus receiver =
          Twinbus.start(
              directory,
              Map.of("TWINBUS_RECEIVER_HTTP_URL", "http://127.0.0.1:9/"),
              "receiver",
              "--region",
              "east",
              "--port",
              "0");

      assertThat(receiver.exitCode()).isEqualTo(5);
      assertThat(receiver.err()).contains("set the account to Strong").hasLineCount(1);
      assertThat(local.handle().isAlive()).isTrue();
    }
  }

  @Test
  void aRegionThatIsNotConfiguredIsRefusedAndWhatIsMissingIsSaidWithIt() throws Exception {
    Files.writeString(
        directory.resolve("twinbus.yaml"),
        "twinbus: {regions: {east: {namespace: e.example.net}, west: {namespace: w.example.net}}}");

    Twinbus receiver = Twinbus.run(directory, "receiver", "--region", "north", "--port", "0");

    assertThat(receiver.exitCode()).isEqualTo(2);
    assertThat(receiver.err())
        .contains("There is no region 'north'", "twinbus.ledger.endpoint is not set")
        .hasLineCount(2);
  }

  @Test
  void aTakenPortIsOneSentence() throws Exception {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      int port = Math.min(taken.getLocalPort(), 65_000);

      Twinbus local = Twinbus.run(directory, "local", "--port", Integer.toString(port));

      assertThat(local.exitCode()).isEqualTo(1);
      assertThat(local.err()).contains("Port " + port).contains("is taken").hasLineCount(1);
    }
  }

  @Test
  void aChildEndsWhenItsParentIsGone() throws Exception {
    try (Twinbus local = localStack()) {
      local.closeInput();

      assertThat(local.handle().onExit().get(60, SECONDS).isAlive()).isFalse();
    }
  }

  private Twinbus localStack(String... more) throws Exception {
    String[] arguments = new String[more.length + 1];
    arguments[0] = "local";
    System.arraycopy(more, 0, arguments, 1, more.length);
    Twinbus local = Twinbus.start(directory, Map.of(), arguments);
    local.awaitOutput(text -> text.contains("Ready;"));
    Files.writeString(directory.resolve("twinbus.yaml"), local.out());
    return local;
  }
}
