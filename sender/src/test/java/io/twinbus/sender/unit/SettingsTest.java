package io.twinbus.sender.unit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twinbus.protocol.settings.FlatSettings;
import io.twinbus.protocol.settings.InvalidSettingException;
import io.twinbus.sender.Sender;
import io.twinbus.sender.link.RegionLinks;
import io.twinbus.sender.settings.Acknowledge;
import io.twinbus.sender.settings.SenderSettings;
import io.twinbus.sender.settings.SenderSettingsBuilder;
import io.twinbus.sender.settings.WhenFull;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SettingsTest {

  @Test
  void areReadFromConfiguration() {
    SenderSettings settings =
        SenderSettings.from(
            FlatSettings.of(
                Map.of(
                    "twinbus.sender.acknowledge", "all",
                    "twinbus.sender.lanes", "4",
                    "twinbus.sender.max-in-flight-messages", "50",
                    "twinbus.sender.max-in-flight-bytes", "4096",
                    "twinbus.sender.delivery-timeout", "30s",
                    "twinbus.sender.when-full", "fail")));

    assertThat(settings.acknowledge()).isEqualTo(Acknowledge.ALL);
    assertThat(settings.lanes()).isEqualTo(4);
    assertThat(settings.maxInFlightMessages()).isEqualTo(50);
    assertThat(settings.maxInFlightBytes()).isEqualTo(4096);
    assertThat(settings.deliveryTimeout()).isEqualTo(Duration.ofSeconds(30));
    assertThat(settings.whenFull()).isEqualTo(WhenFull.FAIL);
    assertThat(settings.maxBatchMessages())
        .isEqualTo(SenderSettings.ofDefaults().maxBatchMessages());
  }

  @ParameterizedTest
  @CsvSource({
    "lanes, 0",
    "lanes, many",
    "acknowledge, some",
    "delivery-timeout, 10ms",
    "region-time-budget, 5m",
    "retry-backoff-max, 1ms",
    "max-in-flight-bytes, 10",
    "one-session-batches, perhaps"
  })
  void areRefusedInOneSentenceThatNamesTheKey(String key, String value) {
    FlatSettings flat = FlatSettings.of(Map.of("twinbus.sender." + key, value));

    assertThatThrownBy(() -> SenderSettings.from(flat))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageContaining("twinbus.sender." + key);
  }

  @Test
  void areCheckedWhenBuilt() {
    SenderSettingsBuilder builder = SenderSettings.builder().lanes(1000);

    assertThatThrownBy(builder::build)
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageContaining("twinbus.sender.lanes is '1000': give a whole number from 1 to 256");
  }

  @Test
  void areTakenByASenderFromTheConfigurationOfItsCluster() {
    try (Sender sender =
        Sender.builder(with("max-in-flight-messages", "1", "when-full", "fail"))
            .links(holding())
            .build()) {
      assertThat(sender.send(LaneHarness.message("s", "1"))).isNotDone();

      assertThat(sender.send(LaneHarness.message("s", "2")).handle((receipt, error) -> error))
          .isCompletedWithValueMatching(
              error -> String.valueOf(error).contains("the window takes 1 "));
      sender.close(Duration.ZERO);
    }
  }

  @Test
  void aSenderIsOfOneQueueAndEachQueuesJournalHasADirectoryOfItsOwn(@TempDir Path directory) {
    FlatSettings two =
        with("journal", directory.toString(), "lanes", "1")
            .with(
                Map.of(
                    "twinbus.queues.orders.queue", "orders-v2",
                    "twinbus.queues.payments.queue", "payments"));
    assertThatThrownBy(() -> Sender.builder(two))
        .hasMessage(
            "The configuration has the queues orders, payments: say which one is meant, with"
                + " Sender.builder(settings, queue).");
    List<String> opened = new CopyOnWriteArrayList<>();
    RegionLinks links =
        (region, entity, budget) -> {
          opened.add(entity.name());
          return holding().open(region, entity, budget);
        };

    try (Sender orders = Sender.builder(two, "orders").links(links).build();
        Sender payments = Sender.builder(two, "payments").links(links).build()) {
      orders.close(Duration.ZERO);
      payments.close(Duration.ZERO);
    }

    assertThat(opened).contains("orders-v2", "payments").doesNotContain("orders");
    assertThat(directory.resolve("orders")).isNotEmptyDirectory();
    assertThat(directory.resolve("payments")).isNotEmptyDirectory();
  }

  @Test
  void areRefusedTogetherWithEveryUnknownName() {
    FlatSettings wrong = with("lanes", "0", "lane", "8");

    assertThatThrownBy(() -> Sender.builder(wrong))
        .isInstanceOfSatisfying(
            InvalidSettingException.class,
            refused ->
                assertThat(refused.sentences())
                    .hasSize(2)
                    .anyMatch(each -> each.startsWith("twinbus.sender.lanes is '0'"))
                    .anyMatch(each -> each.startsWith("twinbus.sender.lane is no setting")));
  }

  @Test
  void reportNoMistakeThatOnlyARefusedValueCauses() {
    FlatSettings wrong = with("retry-backoff", "soon", "retry-backoff-max", "10ms");

    assertThatThrownBy(() -> SenderSettings.from(wrong))
        .isInstanceOfSatisfying(
            InvalidSettingException.class, refused -> assertThat(refused.sentences()).hasSize(1));
  }

  private static FakeLinks holding() {
    FakeLinks links = FakeLinks.accepting();
    links.hold();
    return links;
  }

  /** Two regions, and two settings of the sender. */
  private static FlatSettings with(String key, String value, String other, String otherValue) {
    return FlatSettings.of(
        Map.of(
            "twinbus.regions.east.namespace",
            "east.example.net",
            "twinbus.regions.west.namespace",
            "west.example.net",
            "twinbus.sender." + key,
            value,
            "twinbus.sender." + other,
            otherValue));
  }
}
