package io.twinbus.ops.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.ledger.EntityKey;
import io.twinbus.ledger.HandlerVitals;
import io.twinbus.ledger.InstanceId;
import io.twinbus.ledger.InstanceStats;
import io.twinbus.ledger.InstanceVitals;
import io.twinbus.ledger.WriteId;
import io.twinbus.ledger.WriteMark;
import io.twinbus.ledger.cosmos.LedgerExamination.Finding;
import io.twinbus.ledger.cosmos.LedgerExamination.Grade;
import io.twinbus.ledger.store.BeatsOutcome;
import io.twinbus.ops.ledger.InstanceView;
import io.twinbus.ops.ledger.ServedQueues;
import io.twinbus.protocol.RegionName;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What the doctor finds of queues that receivers serve, or do not. */
class ServiceCheckUpTest {

  private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");
  private static final RegionName EAST = new RegionName("east");
  private static final RegionName WEST = new RegionName("west");

  @Test
  void aQueueThatIsServedInEveryRegionIsWell() {
    assertThat(
            findings(
                List.of(serving(EAST, "orders", "payments"), serving(WEST, "payments", "orders"))))
        .singleElement()
        .satisfies(
            found -> {
              assertThat(found.grade()).isEqualTo(Grade.GOOD);
              assertThat(found.what())
                  .isEqualTo("Receivers at work serve each of orders, payments, in every region.");
            });
  }

  @Test
  void aQueueThatNoReceiverServesIsAWarningThatSaysWhatToDo() {
    assertThat(findings(List.of(serving(EAST, "orders"), serving(WEST, "orders"))))
        .singleElement()
        .satisfies(
            found -> {
              assertThat(found.check()).isEqualTo("receivers of payments");
              assertThat(found.grade()).isEqualTo(Grade.WARNING);
              assertThat(found.what())
                  .isEqualTo(
                      "No receiver at work serves it: its messages wait at the broker, in their"
                          + " order. Start one that does, or add the queue to the receivers'"
                          + " configuration.");
            });
  }

  @Test
  void aRegionWhoseReceiversLeaveAQueueOutIsNamed() {
    assertThat(findings(List.of(serving(EAST, "orders"), serving(WEST, "orders", "payments"))))
        .singleElement()
        .satisfies(
            found -> {
              assertThat(found.grade()).isEqualTo(Grade.WARNING);
              assertThat(found.what())
                  .isEqualTo(
                      "None of those at work in region east serves it: the other regions do its"
                          + " work.");
            });
  }

  @Test
  void inTheMiddleOfARollingRestartOneThatServesItIsEnough() {
    assertThat(
            findings(
                List.of(
                    serving(EAST, "orders"),
                    serving(EAST, "orders", "payments"),
                    serving(WEST, "orders", "payments"))))
        .allMatch(found -> found.grade() == Grade.GOOD);
  }

  @Test
  void nothingIsSaidWhileAReceiverHasNotToldWhatItServes() {
    assertThat(findings(List.of(serving(EAST, "orders"), serving(WEST)))).isEmpty();
    assertThat(findings(List.of())).isEmpty();
  }

  @Test
  void aQueueThatReceiversServeAndTheConfigurationDoesNotNameIsTold() {
    String[] three = {"orders", "payments", "parcels"};

    assertThat(findings(List.of(serving(EAST, three), serving(WEST, three))))
        .last()
        .satisfies(
            found -> {
              assertThat(found.grade()).isEqualTo(Grade.GOOD);
              assertThat(found.what()).startsWith("Receivers also serve q:parcels, which");
            });
  }

  private static List<Finding> findings(List<InstanceView> alive) {
    return new ServiceCheckUp(new ServedQueues(alive), List.of(EAST, WEST))
        .run(
            new TreeMap<>(
                Map.of(
                    "orders", EntityKey.ofQueue("orders"),
                    "payments", EntityKey.ofQueue("payments"))));
  }

  private static InstanceView serving(RegionName region, String... queues) {
    InstanceId instance = new InstanceId(region + String.join("-", queues));
    List<HandlerVitals> handlers =
        Stream.of(queues)
            .map(
                queue ->
                    new HandlerVitals(
                        EntityKey.ofQueue(queue),
                        HandlerVitals.State.UP,
                        NOW,
                        "",
                        Optional.empty()))
            .toList();
    InstanceStats stats = new InstanceStats("0.1.0", InstanceStats.State.WORKING, 1, 1, 1, 0);
    return new InstanceView(
        new BeatsOutcome.Beat(instance, 1, NOW),
        new InstanceVitals(
            instance,
            region,
            NOW,
            stats.withHandlers(handlers),
            WriteMark.of(new WriteId("w"), NOW)));
  }
}
