package io.twinbus.rehearsal.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twinbus.local.network.Outage;
import io.twinbus.protocol.MessageId;
import io.twinbus.protocol.SessionId;
import io.twinbus.sender.Sender;
import io.twinbus.sender.message.OutboundMessage;
import io.twinbus.sender.message.SendFailedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.io.TempDir;

/** The incidents of docs/runbook.md in which producers have no room. */
@Tag("long")
class RunbookProducersTest {

  private static final String SMALL_QUEUE =
      """
      {"UserConfig": {"Namespaces": [{"Name": "sbemulatorns", "Queues": [{"Name": "orders",
        "Properties": {"RequiresSession": true, "MaxSizeInMegabytes": 1}}]}]}}
      """;

  private static final int BODY_BYTES = 100_000;
  private static final int NEARLY_ALL = 9;
  private static final int MORE_THAN_THE_JOURNAL_HOLDS = 200;

  @TempDir private Path directory;

  @Section("A queue fills up")
  void aQueueFillsUp(TestInfo test) throws Exception {
    Path stack = Files.writeString(directory.resolve("emulator.json"), SMALL_QUEUE);
    List<String> arguments = List.of("--config-file", stack.toString());
    try (Incident incident = new Incident(directory, "east", Incident.SOON_GIVEN_BACK, arguments);
        Sender producer = incident.producer(Map.of("TWINBUS_SENDER_DELIVERY_TIMEOUT", "5s"))) {
      Transcript page = Transcript.of(incident, test);
      Incident.Answer paused =
          incident.type("pause", "--for", "1h", "--reason", "nothing is handled", "--yes");
      assertThat(paused.code()).as(paused.screen()).isZero();
      for (int number = 1; number <= NEARLY_ALL; number++) {
        producer.sendAndWait(large(number));
      }
      incident.awaitWaiting(NEARLY_ALL);

      page.type("twinbus regions", 0);
      page.type("twinbus doctor --read-only", 0);
      page.end();

      producer.sendAndWait(large(NEARLY_ALL + 1));
      assertThatThrownBy(() -> producer.sendAndWait(large(NEARLY_ALL + 2)))
          .isInstanceOf(SendFailedException.class)
          .hasMessageContaining("The maximum entity size has been reached");
      assertThat(incident.type("resume", "--reason", "ticket 4715", "--yes").code()).isZero();
      incident.awaitEffects("large", NEARLY_ALL + 1);
    }
  }

  @Section("A producer's journal is full")
  void aProducersJournalIsFull(TestInfo test) throws Exception {
    try (Incident incident = new Incident(directory, "east", Incident.SOON_GIVEN_BACK)) {
      Transcript page = Transcript.of(incident, test);
      incident.control.outage("west", Outage.REFUSE);
      int safe;
      try (Sender producer = incident.producer(journal(16))) {
        safe = sendUntilRefused(producer);
      }
      incident.awaitEffects("large", safe);
      incident.awaitInstance(0, "sessions", 0);

      page.type("twinbus regions", 6);
      page.end();

      try (Sender producer = incident.producer(journal(64))) {
        producer.sendAndWait(large(safe + 1)); // with the limit raised
        incident.awaitEffects("large", safe + 1);
        incident.control.restore("west");
        incident.awaitWaiting(0);
      }
      List<String> all = new ArrayList<>();
      for (int number = 1; number <= safe + 1; number++) {
        all.add("large-" + number);
      }
      assertThat(incident.idsOf("large")).isEqualTo(all);
    }
  }

  private Map<String, String> journal(int mebibytes) {
    return Map.of(
        "TWINBUS_SENDER_JOURNAL",
        directory.resolve("journal").toString(),
        "TWINBUS_SENDER_JOURNAL_MAX_MIB",
        Integer.toString(mebibytes),
        "TWINBUS_SENDER_MAX_IN_FLIGHT_BYTES",
        "1048576",
        "TWINBUS_SENDER_WHEN_FULL",
        "fail");
  }

  /** Answers how many messages were taken. */
  private static int sendUntilRefused(Sender producer) throws Exception {
    for (int number = 1; number < MORE_THAN_THE_JOURNAL_HOLDS; number++) {
      try {
        producer.sendAndWait(large(number));
      } catch (SendFailedException e) {
        assertThat(e).hasMessageContaining("the journal has").hasMessageContaining("may have");
        return number - 1;
      }
    }
    throw new AssertionError("The journal took everything.");
  }

  private static OutboundMessage large(int number) {
    return OutboundMessage.of(new SessionId("large"), new MessageId("large-" + number))
        .body("\"%s\"".formatted("x".repeat(BODY_BYTES)))
        .build();
  }
}
