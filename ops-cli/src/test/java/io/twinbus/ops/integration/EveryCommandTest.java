package io.twinbus.ops.integration;

import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.ledger.Custody;
import io.twinbus.ledger.SessionStatus;
import io.twinbus.local.servicebus.Access;
import io.twinbus.local.servicebus.ServiceBusEndpointOptions;
import io.twinbus.local.servicebus.endpoint.ServiceBusEndpoint;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Each command as people and as programs read it, and what it says where it cannot work. */
class EveryCommandTest {

  @AutoClose private static Site site;

  @BeforeAll
  static void start() throws Exception {
    site = new Site();
    site.run("ledger", "init", "--yes");
    site.create("s", new Custody(SessionStatus.IDLE, null, 3, null));
    site.send("s", 1, "east", "west");
    site.receiver("west");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "regions",
        "instances",
        "instances --all",
        "sessions list",
        "sessions list --counts",
        "sessions show s",
        "messages trace s-1 --session s --stream web-1 --seq 1",
        "messages show s-1",
        "audit list",
        "dlq list",
        "dlq replay --all --reason x",
        "gaps list",
        "evacuate east --reason x",
        "return east --reason x",
        "pause --reason x",
        "resume --reason x",
        "handler believe --reason x",
        "watch",
        "doctor --read-only",
        "ledger init",
        "ledger regions",
        "config check"
      })
  void answersPeopleAndPrograms(String line) throws Exception {
    Site.Answer table = site.run(line.split(" "));
    Site.Answer document = site.run((line + " --output json").split(" "));

    assertThat(table.code()).as(table.err()).isZero();
    assertThat(table.out()).isNotBlank().doesNotContain("\u001b", "\tat ");
    assertThat(document.json().isContainerNode()).isTrue();
    assertThat(document.out()).doesNotContain(site.stack.ledgerKey());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "sessions show nobody --no-queues",
        "sessions unblock nobody --retry --reason x",
        "sessions unblock nobody --skip --reason x",
        "sessions forget nobody --reason x",
        "sessions release nobody --reason x",
        "gaps skip nobody --reason x",
        "messages trace nobody",
        "messages show nobody",
        "dlq show nobody"
      })
  void whatIsNotThereIsOneSentence(String line) {
    assertSentence(site.run(line.split(" ")), 3);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "instances",
        "regions",
        "sessions list",
        "sessions show s",
        "sessions unblock s --retry --reason x --yes",
        "sessions release s --reason x",
        "gaps list",
        "gaps skip s --reason x",
        "evacuate east --reason x",
        "return east --reason x",
        "pause --reason x",
        "resume --reason x",
        "handler believe --reason x --yes",
        "ledger init --yes",
        "ledger regions",
        "ledger failover --to local",
        "audit list",
        "watch"
      })
  void withoutALedgerItSaysSoAndWithoutRightsToo(String line) {
    Map<String, String> away = site.environment();
    away.put("TWINBUS_LEDGER_ENDPOINT", "http://127.0.0.1:1");
    Map<String, String> refused = site.environment();
    refused.put("TWINBUS_LEDGER_KEY", "d3Jvbmc=");

    Site.Answer unreachable = site.run(away, line.split(" "));
    Site.Answer unauthorized = site.run(refused, line.split(" "));

    assertSentence(unreachable, 1);
    assertThat(unreachable.err()).contains("cannot be reached");
    assertSentence(unauthorized, 1);
    assertThat(unauthorized.err()).contains("refuses the key");
  }

  @ParameterizedTest
  @ValueSource(strings = {"dlq list", "sessions show s", "regions"})
  void aRegionThatRefusesTheKeyCostsItsPart(String line) {
    Site.Answer answer;
    try (ServiceBusEndpoint guarded =
        ServiceBusEndpoint.start(
            ServiceBusEndpointOptions.ofDefaults("west").withAccess(Access.withKey("c2VjcmV0")))) {
      Map<String, String> refused = site.environment();
      refused.put(
          "TWINBUS_REGIONS_WEST_CONNECTION_STRING",
          guarded
              .connectionString()
              .replaceFirst("SharedAccessKey=[^;]*", "SharedAccessKey=d3Jvbmc="));
      answer = site.run(refused, line.split(" "));
    }

    assertThat(answer.code()).as(answer.err()).isEqualTo(6);
    assertThat(answer.out() + answer.err())
        .contains("Region west does not answer")
        .doesNotContain("\tat ");
  }

  @Test
  void theCompletionScriptIsOneThatBashTakes(@TempDir Path directory) throws Exception {
    Site.Answer answer = site.run("generate-completion");
    Path script = Files.writeString(directory.resolve("completion"), answer.out());

    Process bash = new ProcessBuilder("bash", "-n", script.toString()).start();

    assertThat(bash.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(bash.exitValue()).isZero();
    Stream.of("unblock", "evacuate", "replay", "--status", "BLOCKED")
        .forEach(word -> assertThat(answer.out()).contains(word));
  }

  @Test
  void verboseSaysOnStderrWhatTheLedgerWasAsked() {
    Site.Answer answer = site.run("sessions", "list", "-v", "-o", "jsonl");

    assertThat(answer.err()).containsPattern("cost [0-9.]+ request units");
    assertThat(answer.out().lines()).allMatch(line -> line.startsWith("{"));
  }

  private static void assertSentence(Site.Answer answer, int code) {
    assertThat(answer.code()).as(answer.out() + answer.err()).isEqualTo(code);
    assertThat(answer.out()).isEmpty();
    assertThat(answer.err().lines().filter(line -> !line.endsWith("…")))
        .singleElement()
        .asString()
        .startsWith("twinbus: ");
  }
}
