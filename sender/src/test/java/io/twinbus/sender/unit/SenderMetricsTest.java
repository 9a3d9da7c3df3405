package io.twinbus.sender.unit;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.search.RequiredSearch;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.twinbus.protocol.settings.FlatSettings;
import io.twinbus.sender.Sender;
import io.twinbus.sender.metrics.SenderMetrics;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SenderMetricsTest {

  private static final Duration BOUND = Duration.ofSeconds(20);

  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
  private final FakeLinks links = FakeLinks.accepting();
  private final Sender sender =
      Sender.builder(
              FlatSettings.of(
                  Map.of(
                      "twinbus.regions.east.namespace", "east.example.net",
                      "twinbus.regions.west.namespace", "west.example.net")))
          .links(links)
          .extension(SenderMetrics.to(registry, Tag.of("app", "shop")))
          .build();

  @AfterEach
  void close() {
    sender.close(Duration.ZERO);
  }

  @Test
  void showWhatIsInFlightAndHowDeepTheLanesAre() {
    links.hold();
    for (int i = 0; i < 3; i++) {
      assertThat(sender.send(LaneHarness.message("s", "m" + i))).isNotDone();
    }

    await(() -> assertThat(in("east", "lane.depth").gauge().value()).isEqualTo(3));
    assertThat(find("in.flight.messages").gauge().value()).isEqualTo(3);
    assertThat(find("in.flight.bytes").gauge().value()).isGreaterThan(0);
    assertThat(in("west", "copies.pending").gauge().value()).isEqualTo(3);
    links.release();
  }

  @Test
  void countCopiesAndTimeRegionsAndReceipts() {
    for (int i = 0; i < 3; i++) {
      sendAndSettle(i);
    }

    await(
        () ->
            assertThat(in("west", "copies").tag("outcome", "accepted").functionCounter().count())
                .isEqualTo(3));
    assertThat(in("west", "copies").tag("outcome", "shed").functionCounter().count()).isZero();
    assertThat(in("east", "region.latency").tag("outcome", "accepted").timer().count())
        .isEqualTo(3);
    await(
        () ->
            assertThat(find("receipt").tag("outcome", "acknowledged").timer().count())
                .isEqualTo(3));
    assertThat(in("east", "breaker").tag("state", "closed").gauge().value()).isEqualTo(1);
    assertThat(in("east", "breaker").tag("state", "open").gauge().value()).isZero();
  }

  @Test
  void countersCountOnAfterAGarbageCollection() {
    sendAndSettle(1);
    WeakReference<Object> garbage = new WeakReference<>(new Object());
    await(
        () -> {
          System.gc();
          assertThat(garbage.get()).isNull();
        });

    sendAndSettle(2);

    await(
        () ->
            assertThat(in("east", "copies").tag("outcome", "accepted").functionCounter().count())
                .isEqualTo(2));
  }

  @Test
  void goWithTheSender() {
    sendAndSettle(1);
    assertThat(registry.getMeters()).isNotEmpty();

    sender.close(Duration.ofSeconds(5));

    assertThat(registry.getMeters()).isEmpty();
  }

  @Test
  void ofTheSenderToAnotherEntityStay() {
    SenderMetrics shared = SenderMetrics.to(registry, Tag.of("app", "both"));
    Sender orders = senderTo("orders", shared);
    Sender payments = senderTo("payments", shared);

    payments.close(Duration.ofSeconds(5));

    assertThat(registry.find("twinbus.sender.receipt").tag("entity", "payments").meters())
        .isEmpty();
    assertThat(registry.get("twinbus.sender.region.latency").tag("app", "both").meters())
        .isNotEmpty();
    orders.close(Duration.ofSeconds(5));
    assertThat(registry.find("twinbus.sender.region.latency").tag("app", "both").meters())
        .isEmpty();
  }

  private static Sender senderTo(String queue, SenderMetrics metrics) {
    return Sender.builder(
            FlatSettings.of(
                Map.of(
                    "twinbus.queue", queue,
                    "twinbus.regions.east.namespace", "east.example.net",
                    "twinbus.regions.west.namespace", "west.example.net")))
        .links(FakeLinks.accepting())
        .extension(metrics)
        .build();
  }

  private void sendAndSettle(int i) {
    CompletableFuture<?> settled =
        sender
            .send(LaneHarness.message("s", "m" + i))
            .thenCompose(receipt -> receipt.inAllRegions());
    settled.orTimeout(BOUND.toMillis(), TimeUnit.MILLISECONDS).join();
  }

  private RequiredSearch in(String region, String name) {
    return find(name).tag("region", region);
  }

  private RequiredSearch find(String name) {
    return registry.get("twinbus.sender." + name).tag("app", "shop").tag("entity", "orders");
  }

  private static void await(org.awaitility.core.ThrowingRunnable assertion) {
    Awaitility.await().atMost(BOUND).untilAsserted(assertion);
  }
}
