package io.twinbus.sender.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twinbus.protocol.SessionId;
import io.twinbus.protocol.StreamId;
import io.twinbus.protocol.ids.RecordedIds;
import io.twinbus.protocol.settings.ClusterSettings;
import io.twinbus.protocol.settings.FlatSettings;
import io.twinbus.protocol.time.Clocks;
import io.twinbus.sender.journal.FailingDisk;
import io.twinbus.sender.link.RegionLink;
import io.twinbus.sender.message.AbandonRefusedException;
import io.twinbus.sender.message.OutboundMessage;
import io.twinbus.sender.message.Receipt;
import io.twinbus.sender.message.SendFailedException;
import io.twinbus.sender.pipeline.Effect;
import io.twinbus.sender.pipeline.Event;
import io.twinbus.sender.settings.Fsync;
import io.twinbus.sender.settings.SenderSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A thread of a sender that ends by a defect: every caller hears of it, before the close. */
class SenderCrashTest {

  private static final Duration BOUND = Duration.ofSeconds(60);
  private static final ClusterSettings CLUSTER =
      ClusterSettings.from(
          FlatSettings.of(
              Map.of(
                  "twinbus.regions.east.namespace", "east.example.net",
                  "twinbus.regions.west.namespace", "west.example.net")));

  private final FailingDisk disk = new FailingDisk("boot");
  private final AtomicBoolean isDefect = new AtomicBoolean();
  private final List<RunningSender> started = new ArrayList<>();

  @AfterEach
  void close() {
    isDefect.set(false);
    started.forEach(sender -> sender.close(Duration.ZERO));
  }

  @Test
  void aJournalThatCrashesEndsItsSender() {
    RunningSender sender = start(JournalStage.settings(Fsync.EACH));
    disk.failWhen(
        (call, number) -> {
          throw new AssertionError("a defect");
        });

    CompletableFuture<Receipt> send = sender.send(message(1));

    assertClosed(send);
    assertClosed(sender.send(message(2)));
    disk.failWhen((call, number) -> false);
  }

  @Test
  void aLoopThatCrashesEndsItsSender() {
    RunningSender sender = start(SenderSettings.builder().build());

    isDefect.set(true);

    assertClosed(sender.send(message(1)));
    assertClosed(sender.send(message(2)));
  }

  @Test
  void aSendThatPassedTheWindowBeforeTheCrashFailsThoughItIsOpenedAfterIt() {
    ReceiptDispatcher receipts =
        new ReceiptDispatcher(new InFlightWindow(1, 1_000), true, RecordedIds.CLEAR);
    receipts.end(SendFailedException::closed);

    assertClosed(receipts.open(message(1), 100).receipt());
  }

  @Test
  void aNumberAbandonedAfterTheCrashIsRefused() {
    ReceiptDispatcher receipts =
        new ReceiptDispatcher(new InFlightWindow(1, 1_000), true, RecordedIds.CLEAR);
    receipts.end(SendFailedException::closed);

    CompletableFuture<Void> answer =
        receipts
            .abandons()
            .answerTo(
                receipts.open(
                    new AbandonRequests.Request(
                        new SessionId("s"), new StreamId("stream"), 1, "a test")));

    assertThatThrownBy(() -> answer.get(BOUND.toSeconds(), TimeUnit.SECONDS))
        .cause()
        .isInstanceOf(AbandonRefusedException.class)
        .hasMessageContaining("closed");
  }

  private static void assertClosed(CompletableFuture<Receipt> send) {
    assertThatThrownBy(() -> send.get(BOUND.toSeconds(), TimeUnit.SECONDS))
        .cause()
        .isInstanceOf(SendFailedException.class)
        .hasMessageContaining("closed");
  }

  private RunningSender start(SenderSettings settings) {
    Clocks clocks = Clocks.system();
    RunningSender sender =
        RunningSender.start(
            CLUSTER,
            settings,
            new SenderPorts(
                (region, entity, budget) -> new Accepting(),
                directory -> disk,
                () -> {
                  if (isDefect.get()) {
                    throw new AssertionError("a defect");
                  }
                  return clocks.now();
                },
                new Random(1)));
    started.add(sender);
    assertThat(sender.statistics().offered()).isZero();
    return sender;
  }

  private static OutboundMessage message(int number) {
    return OutboundMessage.of("s", "m" + number).body("body").build();
  }

  /** Takes everything at once. */
  private static final class Accepting implements RegionLink {

    @Override
    public void send(Effect.SendBatch batch, Consumer<Event> outcome) {
      outcome.accept(new Event.Accepted(batch.batch()));
    }

    @Override
    public void close() {}
  }
}
