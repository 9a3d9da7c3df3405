package io.twinbus.sender.integration;

import static io.twinbus.sender.integration.TwoRegions.EAST;
import static io.twinbus.sender.integration.TwoRegions.WEST;
import static io.twinbus.sender.integration.TwoRegions.await;
import static io.twinbus.sender.integration.TwoRegions.deliveries;
import static io.twinbus.sender.integration.TwoRegions.messages;
import static io.twinbus.sender.integration.TwoRegions.sendAll;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import com.azure.messaging.servicebus.ServiceBusReceivedMessage;
import com.azure.messaging.servicebus.models.ServiceBusMessageState;
import io.twinbus.local.network.Outage;
import io.twinbus.sender.Sender;
import io.twinbus.sender.message.CopyStatus;
import io.twinbus.sender.message.DeliveryStatus;
import io.twinbus.sender.message.Receipt;
import io.twinbus.sender.message.SendFailedException;
import io.twinbus.sender.statistics.BreakerState;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class RegionTroubleTest {

  private final TwoRegions regions = new TwoRegions();

  @AfterEach
  void stop() {
    regions.close();
  }

  @Test
  void doesNotFeelASlowRegionInTheOther() {
    Sender sender = regions.sender();
    deliveries(sendAll(sender, messages("warm", 20)));
    regions.west.latency(Duration.ofMillis(400));

    List<Receipt> receipts = new ArrayList<>();
    long start = System.nanoTime();
    messages("s", 40).forEach(message -> receipts.add(await(sender.send(message))));
    Duration took = Duration.ofNanos(System.nanoTime() - start);

    // If each waited for the slow region, they would take 40 round trips of 0.8 s.
    assertThat(took).isLessThan(Duration.ofSeconds(16));
    assertThat(deliveries(receipts)).allMatch(DeliveryStatus::isComplete);
  }

  @Test
  void sendsStandbyCopiesWithoutDelayWhileTheHomeRegionIsDown() {
    Sender sender = regions.sender();
    deliveries(sendAll(sender, messages("warm", 1)));
    regions.east.outage(Outage.REFUSE);
    await(sender.send(messages("first", 1).get(0)));
    Awaitility.await()
        .atMost(TwoRegions.BOUND)
        .until(() -> breaker(sender, "east") != BreakerState.CLOSED);

    await(sender.send(messages("second", 1).get(0)));

    assertThat(state("second")).isEqualTo(ServiceBusMessageState.ACTIVE);
    assertThat(state("first")).isEqualTo(ServiceBusMessageState.SCHEDULED);
  }

  @Test
  void learnsOfRefusedConnectionsLongBeforeItsTimeBudgetEnds() {
    Sender sender =
        regions.sender(TwoRegions.settings().regionTimeBudget(Duration.ofMinutes(1)).build());
    deliveries(sendAll(sender, messages("warm", 1)));
    regions.east.outage(Outage.REFUSE);
    AtomicInteger sessions = new AtomicInteger();

    // A batch that goes out before the SDK knows that the link is gone waits for its whole budget,
    // so batches of other lanes follow it. West takes them all.
    Awaitility.await()
        .atMost(Duration.ofSeconds(50))
        .until(
            () -> {
              sendAll(sender, messages("s" + sessions.incrementAndGet(), 1));
              return breaker(sender, "east") != BreakerState.CLOSED;
            });
  }

  @Test
  void tellsTheCallerWhenBothRegionsAreDown() {
    Sender sender =
        regions.sender(TwoRegions.settings().deliveryTimeout(Duration.ofSeconds(3)).build());
    regions.east.outage(Outage.REFUSE);
    regions.west.outage(Outage.REFUSE);

    var send = sender.send(messages("s", 1).get(0));

    assertThatThrownBy(() -> await(send))
        .cause()
        .asInstanceOf(type(SendFailedException.class))
        .satisfies(
            failure -> {
              assertThat(failure.kind()).isEqualTo(SendFailedException.Kind.FAILED_IN_ALL_REGIONS);
              assertThat(failure.reasons()).containsOnlyKeys(EAST, WEST);
              assertThat(failure.retrySensible()).isTrue();
            });
  }

  @Test
  void reportsAtCloseWhatTheRegionLacks() {
    Sender sender = regions.sender();
    deliveries(sendAll(sender, messages("warm", 1)));
    regions.west.outage(Outage.REFUSE);
    List<Receipt> receipts = sendAll(sender, messages("s", 10));

    var report = sender.close(Duration.ofMillis(300));

    assertThat(report.unacknowledged()).isZero();
    assertThat(report.copies()).containsEntry(EAST, 0L).containsEntry(WEST, 10L);
    assertThat(deliveries(receipts))
        .allSatisfy(
            delivery -> assertThat(delivery.regions()).containsEntry(WEST, CopyStatus.GAVE_UP));
  }

  @Test
  void sendsABurstOfOneSessionInAFewRoundTrips() {
    Sender sender = regions.sender();
    deliveries(sendAll(sender, messages("warm", 100)));
    long batchesBefore = batches(sender);
    regions.east.latency(Duration.ofMillis(200));
    regions.west.latency(Duration.ofMillis(200));

    long start = System.nanoTime();
    List<Receipt> receipts = sendAll(sender, messages("s", 100));
    List<DeliveryStatus> deliveries = deliveries(receipts);
    Duration took = Duration.ofNanos(System.nanoTime() - start);

    assertThat(deliveries).allMatch(DeliveryStatus::isComplete);
    assertThat(batches(sender) - batchesBefore).isLessThanOrEqualTo(8);
    // One by one, they would take 100 round trips of 0.4 s.
    assertThat(took).isLessThan(Duration.ofSeconds(15));
  }

  private ServiceBusMessageState state(String session) {
    return regions.held(regions.west).stream()
        .filter(message -> session.equals(message.getSessionId()))
        .map(ServiceBusReceivedMessage::getState)
        .findFirst()
        .orElseThrow();
  }

  private static BreakerState breaker(Sender sender, String region) {
    return sender.statistics().regions().entrySet().stream()
        .filter(entry -> entry.getKey().value().equals(region))
        .map(entry -> entry.getValue().breaker())
        .findFirst()
        .orElseThrow();
  }

  private static long batches(Sender sender) {
    return sender.statistics().regions().values().stream()
        .mapToLong(region -> region.batches())
        .sum();
  }
}
