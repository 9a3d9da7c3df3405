package io.twinbus.certify.integration;

import static org.assertj.core.api.Assertions.assertThat;

import com.azure.messaging.servicebus.ServiceBusClientBuilder;
import com.azure.messaging.servicebus.ServiceBusMessage;
import com.azure.messaging.servicebus.ServiceBusSenderClient;
import io.twinbus.certify.check.Finding;
import io.twinbus.local.LocalStack;
import io.twinbus.protocol.settings.ClusterSettings;
import io.twinbus.protocol.settings.EntitySettings;
import io.twinbus.protocol.settings.FlatSettings;
import io.twinbus.protocol.settings.RegionSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What the closing run is given to play on, and what its finding does. */
@Tag("long")
class ClosingRunTest {

  @AutoClose private final LocalStack stack = LocalStack.builder().start();

  @Test
  void itPlaysAfterTheChecksOnAQueueAndADatabaseOfItsOwnWhichAreGoneAfterwards() throws Exception {
    List<FlatSettings> given = new ArrayList<>();

    Certified answer =
        Certified.of(
            stack,
            settings -> {
              given.add(settings);
              sendOne(settings);
              return Finding.holds("It went well.");
            },
            "--yes",
            "-o",
            "json");

    assertThat(answer.checks("HOLDS")).as(answer.err()).contains("closing-run in all together");
    assertThat(tried(answer)).as(answer.err()).hasSize(39);
    assertThat(given)
        .singleElement()
        .satisfies(
            settings -> {
              String name = ClusterSettings.from(settings).cluster();
              assertThat(name).startsWith("twinbus-certify-until-");
              assertThat(settings.revealed())
                  .containsEntry("twinbus.queue", name + "-work")
                  .containsEntry("twinbus.ledger.database", name);
            });
    assertThat(stack.region("east").counts())
        .noneMatch(counts -> counts.toString().contains("twinbus-certify"));
  }

  @Test
  void itIsGivenNoSettingOfTheDeploymentsQueues() throws Exception {
    List<FlatSettings> given = new ArrayList<>();
    Map<String, String> deployment = Certified.settings(stack);
    deployment.put("TWINBUS_QUEUES_ORDERS_QUEUE", "orders");
    deployment.put("TWINBUS_QUEUES_ORDERS_HTTP_SECRET", "whsec_canary-that-nobody-may-see");
    deployment.put("TWINBUS_RECEIVER_HTTP_SECRET", "whsec_canary-that-nobody-may-see");

    Certified answer =
        Certified.of(
            deployment,
            settings -> {
              given.add(settings);
              return Finding.holds("It went well.");
            },
            "--yes",
            "-o",
            "json");

    assertThat(answer.out() + answer.err()).doesNotContain("canary");
    assertThat(given)
        .singleElement()
        .satisfies(
            settings ->
                assertThat(settings.revealed().toString())
                    .contains("twinbus.queue=")
                    .doesNotContain("twinbus.queues", "canary"));
  }

  @Test
  void whatItFindsBrokenOrCannotPlayDecidesTheExitCode() throws Exception {
    Certified broken =
        Certified.of(stack, settings -> Finding.broken("Two were lost."), "--yes", "-o", "json");
    Certified failed =
        Certified.of(
            stack,
            settings -> {
              throw new IllegalStateException("no process could be started");
            },
            "--yes",
            "-o",
            "json");

    assertThat(broken.code()).isEqualTo(5);
    assertThat(broken.checks("BROKEN")).containsExactly("closing-run in all together");
    assertThat(broken.err()).contains("Something is assumed that no check tries");
    assertThat(failed.code()).isEqualTo(6);
    assertThat(failed.err()).contains("no process could be started");
  }

  @Test
  void itCanBeLeftOut() throws Exception {
    Certified answer =
        Certified.of(
            stack,
            settings -> Finding.broken("It was not to run."),
            "--yes",
            "--checks-only",
            "-o",
            "json");

    assertThat(tried(answer))
        .as(answer.err())
        .hasSize(38)
        .doesNotContain("closing-run in all together");
  }

  /** Nothing is broken; a busy machine may leave a check of time without an answer. */
  private static Set<String> tried(Certified answer) throws Exception {
    assertThat(answer.checks("BROKEN")).as(answer.err()).isEmpty();
    Set<String> tried = new TreeSet<>(answer.checks("HOLDS"));
    tried.addAll(answer.checks("NOT_RUN"));
    return tried;
  }

  private static void sendOne(FlatSettings settings) {
    for (RegionSettings region : ClusterSettings.from(settings).regions().values()) {
      try (ServiceBusSenderClient sender =
          new ServiceBusClientBuilder()
              .connectionString(Objects.requireNonNull(region.connectionString()).reveal())
              .sender()
              .queueName(EntitySettings.named(settings).name())
              .buildClient()) {
        sender.sendMessage(new ServiceBusMessage("x").setSessionId("s"));
      }
    }
  }
}
