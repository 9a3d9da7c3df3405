package io.twinbus.sender.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.ids.RecordedIds;
import io.twinbus.protocol.settings.ClusterSettings;
import io.twinbus.protocol.settings.FlatSettings;
import io.twinbus.protocol.time.Clocks;
import io.twinbus.sender.link.RegionLink;
import io.twinbus.sender.message.OutboundMessage;
import io.twinbus.sender.message.Receipt;
import io.twinbus.sender.pipeline.Effect;
import io.twinbus.sender.pipeline.Event;
import io.twinbus.sender.pipeline.Lanes;
import io.twinbus.sender.pipeline.Topology;
import io.twinbus.sender.settings.Acknowledge;
import io.twinbus.sender.settings.SenderSettings;
import io.twinbus.sender.statistics.RegionStatistics;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The thread of the lanes with links of which one throws on that thread. */
@Timeout(120)
class SenderLoopTest {

  private static final Duration BOUND = Duration.ofSeconds(60);
  private static final RegionName EAST = new RegionName("east");
  private static final RegionName WEST = new RegionName("west");
  private static final ClusterSettings CLUSTER =
      ClusterSettings.from(
          FlatSettings.of(
              Map.of(
                  "twinbus.regions.east.namespace", "east.example.net",
                  "twinbus.regions.west.namespace", "west.example.net")));

  private final Link east = new Link();
  private final Link west = new Link();
  private final AtomicReference<Throwable> crash = new AtomicReference<>();
  private final ReceiptDispatcher receipts =
      new ReceiptDispatcher(new InFlightWindow(100, 100_000), true, RecordedIds.CLEAR);
  private SenderLoop loop;
  private Thread thread;

  @BeforeEach
  void start() {
    SenderPorts ports =
        new SenderPorts(
            (region, entity, budget) -> east,
            directory -> {
              throw new AssertionError("no journal");
            },
            Clocks.system(),
            new Random(1));
    SenderSettings settings = SenderSettings.builder().acknowledge(Acknowledge.ALL).build();
    loop =
        new SenderLoop(
            new Lanes(Topology.of(CLUSTER), settings, new RandomStreamIds(ports.random())),
            Map.of(EAST, east, WEST, west),
            receipts,
            ports,
            crash::set);
    thread = new Thread(loop);
    thread.start();
  }

  @AfterEach
  void stop() throws InterruptedException {
    loop.finishWithin(Duration.ZERO);
    thread.join(BOUND.toMillis());
    receipts.close(BOUND);
  }

  /** Whether the broker has the batch is not known: it is sent again, and the loop goes on. */
  @Test
  void aLinkThatThrowsIsOneThatDoesNotAnswerAndItsMessagesAreSentAgain() {
    east.throwing.set(1);

    CompletableFuture<Receipt> first = send(1);

    assertThat(first).succeedsWithin(BOUND);
    assertThat(send(2)).succeedsWithin(BOUND);
    await().atMost(BOUND).until(() -> figures(EAST).unknown() == 1);
    assertThat(figures(EAST).accepted()).isEqualTo(2);
    assertThat(figures(WEST).accepted()).isEqualTo(2);
    assertThat(thread.isAlive()).isTrue();
    assertThat(crash.get()).isNull();
  }

  private RegionStatistics figures(RegionName region) {
    return Objects.requireNonNull(loop.statistics().regions().get(region));
  }

  private CompletableFuture<Receipt> send(int number) {
    OutboundMessage message = OutboundMessage.of("s", "m" + number).body("body").build();
    PendingSend send = receipts.open(message, 100);
    loop.post(new Event.Offered(send.ticket(), message));
    return send.receipt();
  }

  /** Throws as often as it is told, and takes everything after that. */
  private static final class Link implements RegionLink {

    private final AtomicInteger throwing = new AtomicInteger();

    @Override
    public void send(Effect.SendBatch batch, Consumer<Event> outcome) {
      if (throwing.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
        throw new IllegalStateException("a defect of the link");
      }
      outcome.accept(new Event.Accepted(batch.batch()));
    }

    @Override
    public void close() {}
  }
}
