package io.twinbus.sender.integration;

import static io.twinbus.sender.integration.TwoRegions.await;
import static io.twinbus.sender.integration.TwoRegions.messages;
import static io.twinbus.sender.integration.TwoRegions.sendAll;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.azure.messaging.servicebus.ServiceBusReceivedMessage;
import io.twinbus.local.network.Outage;
import io.twinbus.local.servicebus.endpoint.ServiceBusEndpoint;
import io.twinbus.sender.Sender;
import io.twinbus.sender.journal.JournalException;
import io.twinbus.sender.message.CopyStatus;
import io.twinbus.sender.message.OutboundMessage;
import io.twinbus.sender.message.Receipt;
import io.twinbus.sender.settings.Acknowledge;
import io.twinbus.sender.settings.JournalSettings;
import io.twinbus.sender.settings.SenderSettingsBuilder;
import io.twinbus.sender.statistics.RegionStatistics;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The journal with the real SDK, against the local stack. */
@Timeout(300)
class JournalOverSocketsTest {

  @TempDir Path directory;

  @Test
  void keeps_what_is_sent_while_no_region_is_there_over_a_restart() {
    try (TwoRegions regions = new TwoRegions().with("twinbus.standby-delay", "0s")) {
      regions.east.outage(Outage.REFUSE);
      regions.west.outage(Outage.REFUSE);
      Sender first = regions.sender(journal().build());
      List<Receipt> receipts = sendAll(first, messages("s", 50));
      first.close(Duration.ZERO);

      Sender second = regions.sender(journal().build());
      sendAll(second, List.of(message(51)));
      regions.east.restore();
      regions.west.restore();

      assertThat(receipts)
          .allSatisfy(receipt -> assertThat(receipt.regions()).containsValue(CopyStatus.PENDING));
      awaitInOrder(regions, regions.east, 51);
      awaitInOrder(regions, regions.west, 51);
      assertThat(regions.held(regions.west))
          .extracting(each -> each.getApplicationProperties().get("tb-stream"))
          .containsOnly(receipts.get(0).position().stream().value());
      assertThat(regions.held(regions.west))
          .extracting(each -> each.getApplicationProperties().get("tb-seq"))
          .contains(1L, 51L);
    }
  }

  @Test
  void delivers_every_copy_in_order_to_a_region_that_was_away() {
    try (TwoRegions regions = new TwoRegions().with("twinbus.standby-delay", "0s")) {
      Sender sender =
          regions.sender(journal().acknowledge(Acknowledge.ANY).maxWaitingMessages(100).build());
      sendAll(sender, messages("s", 20));
      regions.west.outage(Outage.BLACKHOLE);

      for (int from = 20; from < 1020; from += 100) {
        sendAll(sender, messages("s", from + 100).subList(from, from + 100));
      }
      awaitInOrder(regions, regions.east, 1020);
      assertThat(west(sender).pending()).isGreaterThanOrEqualTo(900);
      regions.west.restore();

      awaitInOrder(regions, regions.west, 1020);
      await().atMost(TwoRegions.BOUND).until(() -> west(sender).pending() == 0);
      assertThat(west(sender).shed()).isZero();
    }
  }

  @Test
  void goes_on_with_the_stream_when_it_is_started_again_while_a_region_is_down() {
    try (TwoRegions regions = new TwoRegions().with("twinbus.standby-delay", "0s")) {
      Sender first = regions.sender(journal().build());
      List<Receipt> before = sendAll(first, messages("s", 5));
      before.forEach(receipt -> await(receipt.inAllRegions()));
      regions.east.outage(Outage.REFUSE);
      sendAll(first, messages("s", 8).subList(5, 8));
      first.close(Duration.ZERO);

      Sender second = regions.sender(journal().build());
      sendAll(second, messages("s", 12).subList(8, 12));
      awaitInOrder(regions, regions.west, 12);
      regions.east.restore();

      awaitInOrder(regions, regions.east, 12);
      for (ServiceBusEndpoint region : List.of(regions.east, regions.west)) {
        for (ServiceBusReceivedMessage each : regions.held(region)) {
          long seq = (long) Objects.requireNonNull(each.getApplicationProperties().get("tb-seq"));
          assertThat(each.getApplicationProperties())
              .containsEntry("tb-stream", before.get(0).position().stream().value())
              .containsEntry("tb-prev", seq - 1);
          assertThat(each.getMessageId()).isEqualTo("s-" + seq);
        }
      }
    }
  }

  @Test
  void refuses_a_second_sender_on_one_journal() {
    try (TwoRegions regions = new TwoRegions().with("twinbus.standby-delay", "0s")) {
      Sender first = regions.sender(journal().build());

      assertThatThrownBy(() -> regions.sender(journal().build()))
          .isInstanceOf(JournalException.class)
          .hasMessageContaining("in use by another sender");

      first.close(Duration.ZERO);
      regions.sender(journal().build());
    }
  }

  private static RegionStatistics west(Sender sender) {
    return Objects.requireNonNull(sender.statistics().regions().get(TwoRegions.WEST));
  }

  private SenderSettingsBuilder journal() {
    return TwoRegions.settings()
        .acknowledge(Acknowledge.JOURNAL)
        .journal(JournalSettings.in(directory));
  }

  private static OutboundMessage message(int number) {
    return OutboundMessage.of("s", "s-" + number).body("body " + number).build();
  }

  private static void awaitInOrder(TwoRegions regions, ServiceBusEndpoint region, int count) {
    List<String> expected =
        messages("s", count).stream().map(message -> message.id().value()).toList();
    await()
        .atMost(TwoRegions.BOUND.multipliedBy(2))
        .untilAsserted(() -> assertThat(regions.idsHeld(region, "s")).isEqualTo(expected));
  }
}
