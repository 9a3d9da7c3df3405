package io.twinbus.console.integration;

import static io.twinbus.console.ProxiedSystem.OPERATOR;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.twinbus.console.ProxiedSystem;
import io.twinbus.console.RunningSystem;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Bodies that leave the console: for a reason that is on record, and without a copy that stays. */
class BodiesOnDemandTest {

  private static final Duration BOUND = Duration.ofSeconds(60);

  @TempDir private static Path directory;
  @AutoClose private static RunningSystem system;

  @BeforeAll
  static void start() throws Exception {
    system = ProxiedSystem.start(directory, Map.of());
    system.twinbus().handler().refuse("dead", "the card number has 15 digits");
    system.twinbus().send("dead", "{\"card\": \"none\"}");
    var unused = system.twinbus().awaitDeadLetter("dead");
    await()
        .atMost(BOUND)
        .until(() -> system.get("/letters.json?session=dead", OPERATOR).body().contains("dead-"));
  }

  /** A copy that an export left would fill the console's disk, and show bodies to its users. */
  @Test
  void anExportLeavesNoCopyOnTheConsolesDisk() throws Exception {
    Set<String> before = copies();
    Map<String, String> form = form("ticket 4711");
    String page = system.post("/letters/export", system.origin(), form, OPERATOR).body();
    form.put("plan", RunningSystem.planToken(page));
    form.put("step", "do");

    HttpResponse<String> file = system.post("/letters/export", system.origin(), form, OPERATOR);

    assertThat(file.body()).contains("{\\\"card\\\": \\\"none\\\"}");
    // Other tests export beside this one, and share the directory: theirs are gone in a moment.
    await().atMost(BOUND).until(() -> before.containsAll(copies()));
  }

  @ParameterizedTest
  @ValueSource(strings = {"/letters/export", "/message/body", "/session/state"})
  void withoutAReasonNothingIsShownAndNothingIsNoted(String path) throws Exception {
    HttpResponse<String> answer = system.post(path, system.origin(), form(" "), OPERATOR);

    assertThat(answer.statusCode()).isEqualTo(403);
    assertThat(answer.body()).contains("Give a reason: it stays on record.").doesNotContain("card");
    assertThat(system.get("/timeline", OPERATOR).body())
        .doesNotContain("BODY_SHOWN", "STATE_SHOWN");
  }

  private static Map<String, String> form(String reason) throws Exception {
    return new TreeMap<>(
        Map.of(
            "session",
            "dead",
            "id",
            system.twinbus().deadLetters("dead").get(0).id(),
            "reason",
            reason,
            "token",
            system.formToken("/act/pause", OPERATOR)));
  }

  /** What exports have left on this machine. */
  private static Set<String> copies() throws IOException {
    try (Stream<Path> files = Files.list(Path.of(System.getProperty("java.io.tmpdir")))) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.startsWith("twinbus-letters-"))
          .collect(Collectors.toSet());
    }
  }
}
