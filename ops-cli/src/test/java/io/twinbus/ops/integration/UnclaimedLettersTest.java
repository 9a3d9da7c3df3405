package io.twinbus.ops.integration;

import static org.assertj.core.api.Assertions.assertThat;

import com.azure.messaging.servicebus.ServiceBusClientBuilder;
import com.azure.messaging.servicebus.ServiceBusReceiverClient;
import com.azure.messaging.servicebus.models.SubQueue;
import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Dead letters whose messages the ledger has no end of. No receiver runs. */
class UnclaimedLettersTest {

  @AutoClose private final Site site = new Site();

  @Test
  void aLetterThatHasNotEndedIsNotDeleted(@TempDir Path directory) throws Exception {
    site.send("open", 1, "east");
    site.kill("open", "east");
    Path file = directory.resolve("letters.ndjson");

    JsonNode done =
        site.run(
                "dlq",
                "delete",
                "--all",
                "--export",
                file.toString(),
                "--reason",
                "x",
                "--yes",
                "-o",
                "json")
            .json();

    assertThat(done.get("left").asInt()).isEqualTo(1);
    assertThat(done.get("copiesRemoved").asInt()).isZero();
    assertThat(site.counts("east").deadLettered()).isEqualTo(1);
    assertThat(Files.size(file)).isZero();
  }

  @Test
  void whatWasSentBeforeTheLedgersMemoryGoesOnlyByForce() throws Exception {
    site.sendOld("old", 1, Duration.ofDays(40), "east");
    site.kill("old", "east");

    JsonNode left = replay();
    JsonNode forced = replay("--force-new");

    assertThat(left.get("forgotten").asInt()).isEqualTo(1);
    assertThat(left.get("sent").asInt()).isZero();
    assertThat(forced.get("sent").asInt()).isEqualTo(1);
    assertThat(forced.get("atEnd").asInt()).isEqualTo(1);
    assertThat(site.counts("east").deadLettered()).isZero();
    assertThat(site.counts("east").unsettled() + site.counts("west").unsettled()).isEqualTo(2);
  }

  @Test
  void aCorrectedBodyIsRefusedForWhatHasNotEnded(@TempDir Path directory) throws Exception {
    site.send("open", 1, "east");
    site.kill("open", "east");
    Path body = Files.writeString(directory.resolve("body"), "corrected");

    Site.Answer answer =
        site.run(
            "dlq", "replay", "--id", "open-1", "--body", body.toString(), "--reason", "x", "--yes");

    assertThat(answer.code()).isEqualTo(4);
    assertThat(answer.err()).contains("has not ended", "replay it without --body");
    assertThat(site.counts("east").deadLettered()).isEqualTo(1);
  }

  @Test
  void aReplayThatDoesNotMeetALetterSaysSoWithItsExitCode() {
    site.send("taken", 1, "east");
    site.kill("taken", "east");
    try (ServiceBusReceiverClient other = letters()) {
      assertThat(other.receiveMessages(1)).as("another process has locked it").hasSize(1);

      Site.Answer answer =
          site.run("dlq", "replay", "--session", "taken", "--reason", "x", "--yes");

      assertThat(answer.code()).isEqualTo(6);
      assertThat(answer.out()).contains("0 sent again, 0 copies removed, 0 failed");
      assertThat(answer.err()).contains("1 copies were not found");
      assertThat(site.counts("east").deadLettered()).isEqualTo(1);
    }
  }

  private ServiceBusReceiverClient letters() {
    return new ServiceBusClientBuilder()
        .connectionString(site.stack.connectionString("east"))
        .receiver()
        .queueName("orders")
        .subQueue(SubQueue.DEAD_LETTER_QUEUE)
        .disableAutoComplete()
        .buildClient();
  }

  private JsonNode replay(String... more) throws Exception {
    String[] words = {"dlq", "replay", "--session", "old", "--reason", "x", "--yes", "-o", "json"};
    String[] all = Arrays.copyOf(words, words.length + more.length);
    System.arraycopy(more, 0, all, words.length, more.length);
    return site.run(all).json();
  }
}
