package io.twinbus.rehearsal.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A short demo in processes of its own, and what it leaves behind. */
@Tag("long")
class DemoTest {
  private static final Duration BOUND = Duration.ofMinutes(2);

  @TempDir private Path directory;

  @Test
  void aKilledReceiverOfThreeQueuesCostsNoMessageAndNoOrder() throws Exception {
    Path applied = directory.resolve("a.ndjson");
    Path report = directory.resolve("r.json");
    Path page = directory.resolve("r.html");

    Twinbus demo =
        Twinbus.run(
            directory,
            "demo",
            "--messages",
            "300",
            "--rate",
            "30",
            "--receivers-per-region",
            "1",
            "--queues",
            "3",
            "--kill-receiver",
            "west@50",
            "--applied",
            applied.toString(),
            "--report",
            report.toString(),
            "--console",
            "--console-port",
            "0",
            "--report-html",
            page.toString());

    assertThat(demo.out() + demo.err()).startsWith("Verified:");
    assertThat(demo.exitCode()).isZero();
    JsonNode json = new ObjectMapper().readTree(report.toFile());
    assertThat(json.get("verified").booleanValue()).isTrue();
    assertThat(json.get("sent").intValue()).isEqualTo(300);
    assertThat(json.get("acknowledged").intValue()).isEqualTo(300);
    assertThat(json.get("applied").intValue()).isEqualTo(300);
    assertThat(json.get("lost").intValue()).isZero();
    assertThat(json.get("outOfOrder").intValue()).isZero();
    JsonNode fault = json.get("faults").get(0);
    assertThat(fault.get("fault").textValue()).isEqualTo("kill-receiver west@50");
    assertThat(fault.get("claimedSessions").intValue()).isPositive();
    assertThat(fault.get("inHand").intValue()).isPositive();
    List<String> lines = Files.readAllLines(applied);
    assertThat(lines).hasSize(300 + json.get("duplicates").intValue());
    assertOrder(lines);
    assertThat(demo.err()).contains("The console shows the run at http://127.0.0.1:");
    assertThat(Files.readString(page))
        .contains("kill-receiver west@50", "kill-receiver west@50: healed", "<polyline")
        .doesNotContain("<script");
  }

  @Test
  void aServiceBusThatRefusesLeavesItsRegionsReceiversAlive() throws Exception {
    Path applied = directory.resolve("b.ndjson");

    Twinbus demo =
        Twinbus.run(
            directory,
            "demo",
            "--messages",
            "400",
            "--rate",
            "20",
            "--receivers-per-region",
            "1",
            "--fault",
            "broker-outage:east@40+8",
            "--applied",
            applied.toString());

    assertThat(demo.out() + demo.err()).startsWith("Verified:");
    assertThat(demo.out()).contains("broker-outage east@40+8");
    List<String> lines = Files.readAllLines(applied);
    assertOrder(lines);
    Set<String> instancesOfEast = new HashSet<>();
    for (String line : lines) {
      JsonNode effect = new ObjectMapper().readTree(line);
      if (effect.get("region").textValue().equals("east")) {
        instancesOfEast.add(effect.get("instance").textValue());
      }
    }
    // A receiver that was killed, or stopped for as long as its lease, comes back under another id.
    assertThat(instancesOfEast).hasSize(1);
  }

  @Test
  void ctrlCEndsEverythingThatWasStarted() throws Exception {
    try (Twinbus demo =
        Twinbus.start(directory, Map.of(), "demo", "--receivers-per-region", "1", "--no-faults")) {
      await().atMost(BOUND).until(() -> demo.handle().children().count() >= 3);
      List<ProcessHandle> children = demo.handle().descendants().toList();

      demo.interrupt();

      assertThat(demo.exitCode()).isEqualTo(128 + 2);
      await().atMost(BOUND).until(() -> children.stream().noneMatch(ProcessHandle::isAlive));
    }
  }

  @Test
  void aDemoThatIsKilledTakesItsChildrenAlong() throws Exception {
    List<ProcessHandle> children = new ArrayList<>();
    try (Twinbus demo =
        Twinbus.start(directory, Map.of(), "demo", "--receivers-per-region", "1", "--no-faults")) {
      await().atMost(BOUND).until(() -> demo.handle().children().count() >= 3);
      try (Stream<ProcessHandle> all = demo.handle().descendants()) {
        all.forEach(children::add);
      }
    }

    await().atMost(BOUND).until(() -> children.stream().noneMatch(ProcessHandle::isAlive));
  }

  /** The ids of a parcel end in their number: each session's first effects must count up. */
  private static void assertOrder(List<String> lines) throws Exception {
    Map<String, Integer> last = new HashMap<>();
    Set<String> seen = new HashSet<>();
    for (String line : lines) {
      JsonNode effect = new ObjectMapper().readTree(line);
      String id = effect.get("id").textValue();
      if (seen.add(id)) {
        int number = Integer.parseInt(id.substring(id.lastIndexOf('-') + 1));
        Integer before = last.put(effect.get("session").textValue(), number);
        assertThat(number).as(id).isEqualTo(before == null ? 1 : before + 1);
      }
    }
  }
}
