package io.twinbus.sender.integration;

import static io.twinbus.sender.integration.TwoRegions.EAST;
import static io.twinbus.sender.integration.TwoRegions.WEST;
import static io.twinbus.sender.integration.TwoRegions.await;
import static io.twinbus.sender.integration.TwoRegions.deliveries;
import static io.twinbus.sender.integration.TwoRegions.messages;
import static io.twinbus.sender.integration.TwoRegions.sendAll;
import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.local.network.Outage;
import io.twinbus.sender.Sender;
import io.twinbus.sender.message.CopyStatus;
import io.twinbus.sender.message.DeliveryStatus;
import io.twinbus.sender.message.GiveUpReason;
import io.twinbus.sender.message.OutboundMessage;
import io.twinbus.sender.message.Receipt;
import io.twinbus.sender.statistics.BreakerState;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Messages whose home region is well, while the one of their standby copies is down. */
class StandbyRegionDownTest {

  /** What a region may take: far more than a send takes, also on a slow and busy machine. */
  private static final Duration BUDGET = Duration.ofSeconds(5);

  private final TwoRegions regions = new TwoRegions();

  @AfterEach
  void stop() {
    regions.close();
  }

  @ParameterizedTest
  @EnumSource(Outage.class)
  void goesOnWithoutTheStandbyRegionAndBringsItsCopiesLater(Outage mode) {
    Sender sender = regions.sender(TwoRegions.settings().regionTimeBudget(BUDGET).build());
    deliveries(sendAll(sender, messages("warm", 1)));
    regions.west.outage(mode);

    List<Receipt> receipts = new ArrayList<>();
    long slowest = 0;
    for (OutboundMessage message : messages("s", 60)) {
      long start = System.nanoTime();
      receipts.add(await(sender.send(message)));
      slowest = Math.max(slowest, System.nanoTime() - start);
    }
    awaitBreaker(sender, BreakerState.OPEN);
    regions.west.restore();

    // None waited for what the other region may take; an unhindered send takes milliseconds.
    assertThat(Duration.ofNanos(slowest)).isLessThan(BUDGET);
    assertThat(receipts)
        .allSatisfy(
            receipt ->
                assertThat(receipt.regions())
                    .containsEntry(EAST, CopyStatus.ACCEPTED)
                    .containsEntry(WEST, CopyStatus.PENDING));
    assertThat(deliveries(receipts)).allMatch(DeliveryStatus::isComplete);
    List<String> ids = messages("s", 60).stream().map(message -> message.id().value()).toList();
    assertThat(regions.idsHeld(regions.west, "s")).containsExactlyElementsOf(ids);
  }

  @Test
  void givesUpOnARegionThatStaysAwayAndSaysSo() {
    Sender sender =
        regions.sender(TwoRegions.settings().deliveryTimeout(Duration.ofSeconds(4)).build());
    regions.west.outage(Outage.REFUSE);

    Receipt receipt = await(sender.send(messages("s", 1).get(0)));
    DeliveryStatus end = await(receipt.inAllRegions());

    assertThat(end.regions()).containsEntry(WEST, CopyStatus.GAVE_UP);
    assertThat(Optional.ofNullable(end.failures().get(WEST)).orElseThrow().reason())
        .isEqualTo(GiveUpReason.TIMED_OUT);
  }

  private static void awaitBreaker(Sender sender, BreakerState state) {
    Awaitility.await()
        .atMost(TwoRegions.BOUND)
        .until(
            () ->
                Objects.requireNonNull(sender.statistics().regions().get(WEST)).breaker() == state);
  }
}
