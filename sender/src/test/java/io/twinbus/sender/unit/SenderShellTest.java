package io.twinbus.sender.unit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import io.twinbus.protocol.settings.FlatSettings;
import io.twinbus.sender.Sender;
import io.twinbus.sender.message.OutboundMessage;
import io.twinbus.sender.message.Receipt;
import io.twinbus.sender.message.SendFailedException;
import io.twinbus.sender.settings.Acknowledge;
import io.twinbus.sender.settings.SenderSettings;
import io.twinbus.sender.settings.SenderSettingsBuilder;
import io.twinbus.sender.settings.WhenFull;
import io.twinbus.sender.statistics.CloseReport;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class SenderShellTest {

  private static final Duration BOUND = Duration.ofSeconds(60);

  private final List<Sender> senders = new ArrayList<>();

  @AfterEach
  void stop() {
    senders.forEach(sender -> sender.close(Duration.ZERO));
  }

  @Test
  void failsAtOnceAtAFullWindowWhenAsked() {
    FakeLinks links = FakeLinks.accepting();
    Sender sender = sender(links, small().whenFull(WhenFull.FAIL));
    links.hold();
    CompletableFuture<Receipt> first = sender.send(message(1));
    CompletableFuture<Receipt> second = sender.send(message(2));

    CompletableFuture<Receipt> third = sender.send(message(3));

    assertThat(failure(third).kind()).isEqualTo(SendFailedException.Kind.WINDOW_FULL);
    assertThat(failure(third).retrySensible()).isTrue();
    assertThat(failure(third).mayHaveBeenAccepted()).isFalse();
    links.release();
    await(first);
    await(second);
    await(sender.send(message(4)));
  }

  @Test
  void blocksAtAFullWindowUntilThereIsRoom() {
    FakeLinks links = FakeLinks.accepting();
    Sender sender = sender(links, small());
    links.hold();
    fill(sender);
    CompletableFuture<Receipt> third =
        CompletableFuture.supplyAsync(() -> await(sender.send(message(3))));
    Awaitility.await().atMost(BOUND).until(() -> sender.statistics().inFlightMessages() == 2);
    assertThat(third).isNotDone();

    links.release();

    await(third);
  }

  @Test
  void failsWhenItHasBlockedForTheBound() {
    FakeLinks links = FakeLinks.accepting();
    Sender sender = sender(links, small().maxBlock(Duration.ofMillis(20)));
    links.hold();
    fill(sender);

    assertThat(failure(sender.send(message(3))).kind())
        .isEqualTo(SendFailedException.Kind.WINDOW_FULL);
  }

  @Test
  void boundsTheBytesInFlightButTakesALargeMessageAlone() {
    FakeLinks links = FakeLinks.accepting();
    Sender sender =
        sender(links, SenderSettings.builder().maxInFlightBytes(1024).whenFull(WhenFull.FAIL));
    links.hold();
    CompletableFuture<Receipt> large =
        sender.send(OutboundMessage.of("s", "large").body("x".repeat(5000)).build());

    assertThat(failure(sender.send(message(1))).kind())
        .isEqualTo(SendFailedException.Kind.WINDOW_FULL);
    links.release();
    await(large);
  }

  @Test
  void letsADependentOfAReceiptSendWithoutADeadlock() {
    FakeLinks links = FakeLinks.accepting();
    Sender sender = sender(links, small());

    CompletableFuture<Receipt> chain = sender.send(message(0));
    for (int i = 1; i < 100; i++) {
      int next = i;
      chain = chain.thenCompose(receipt -> sender.send(message(next)));
    }

    assertThat(await(chain).position().seq()).isEqualTo(100);
  }

  @Test
  void aSlowDependentDoesNotStopOtherRegionsOrLanes() {
    FakeLinks links = FakeLinks.accepting();
    Sender sender = sender(links, SenderSettings.builder());
    CompletableFuture<Void> blocker = new CompletableFuture<>();
    links.hold(); // a dependent of a future that is complete would run on this thread
    CompletableFuture<Void> first = sender.send(message(1)).thenAccept(receipt -> await(blocker));
    CompletableFuture<Receipt> second = sender.send(message(2));

    links.release();

    Awaitility.await()
        .atMost(BOUND)
        .until(
            () ->
                sender.statistics().regions().values().stream()
                    .allMatch(region -> region.accepted() == 2));
    assertThat(second).isNotDone();
    blocker.complete(null);
    await(first);
    await(second);
  }

  @Test
  void failsWhatIsUnsettledAtCloseAndReportsIt() {
    FakeLinks links = FakeLinks.accepting();
    Sender sender = sender(links, SenderSettings.builder().acknowledge(Acknowledge.ALL));
    links.hold();
    CompletableFuture<Receipt> send = sender.send(message(1));
    Awaitility.await().atMost(BOUND).until(() -> links.held() == 2);

    CloseReport report = sender.close(Duration.ofMillis(50));

    assertThat(report.unacknowledged()).isEqualTo(1);
    assertThat(report.copies().values()).containsOnly(1L);
    assertThat(failure(send).mayHaveBeenAccepted()).isTrue();
    assertThat(links.closed()).isEqualTo(2);
    assertThat(sender.close(Duration.ZERO)).isSameAs(report);
  }

  @Test
  void sendsAndWaits() throws InterruptedException {
    Sender sender = sender(FakeLinks.accepting(), SenderSettings.builder());

    assertThat(sender.sendAndWait(message(1)).position().seq()).isEqualTo(1);

    sender.close();
    assertThatThrownBy(() -> sender.sendAndWait(message(2)))
        .isInstanceOf(SendFailedException.class)
        .hasMessageContaining("closed");
  }

  @Test
  void refusesToWaitOnTheThreadThatHandsReceiptsOut() {
    FakeLinks links = FakeLinks.accepting();
    Sender sender = sender(links, SenderSettings.builder());
    links.hold();
    CompletableFuture<Object> inDependent =
        sender
            .send(message(1))
            .handle(
                (receipt, error) -> {
                  try {
                    return sender.sendAndWait(message(2));
                  } catch (IllegalStateException | InterruptedException e) {
                    return e;
                  }
                });
    links.release();

    assertThat(await(inDependent)).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void countsWhatItDid() {
    Sender sender = sender(FakeLinks.accepting(), SenderSettings.builder());

    for (int i = 0; i < 10; i++) {
      await(await(sender.send(message(i))).inAllRegions());
    }

    Awaitility.await().atMost(BOUND).until(() -> sender.statistics().acknowledged() == 10);
    assertThat(sender.statistics().regions().values())
        .allMatch(region -> region.accepted() == 10 && region.pending() == 0);
    assertThat(sender.statistics().sessions()).isEqualTo(1);
  }

  static Stream<Throwable> thrown() {
    return Stream.of(new IllegalStateException("broken"), new NoClassDefFoundError("Missing"));
  }

  @ParameterizedTest
  @MethodSource("thrown")
  void treatsALinkThatThrowsAsOneThatDoesNotAnswer(Throwable thrown) {
    Sender sender =
        sender(
            new FakeLinks(
                batch -> {
                  if (thrown instanceof Error error) {
                    throw error;
                  }
                  throw (RuntimeException) thrown;
                }),
            SenderSettings.builder().deliveryTimeout(Duration.ofSeconds(1)));

    SendFailedException failure = failure(sender.send(message(1)));

    assertThat(failure.kind()).isEqualTo(SendFailedException.Kind.FAILED_IN_ALL_REGIONS);
    assertThat(failure.mayHaveBeenAccepted()).isTrue();
  }

  private static SenderSettingsBuilder small() {
    return SenderSettings.builder().maxInFlightMessages(2);
  }

  private static void fill(Sender sender) {
    assertThat(List.of(sender.send(message(1)), sender.send(message(2))))
        .noneMatch(CompletableFuture::isDone);
  }

  private static OutboundMessage message(int i) {
    return LaneHarness.message("s", "m" + i);
  }

  private Sender sender(FakeLinks links, SenderSettingsBuilder settings) {
    FlatSettings configuration =
        FlatSettings.of(
            Map.of(
                "twinbus.regions.east.namespace", "east.example.net",
                "twinbus.regions.west.namespace", "west.example.net"));
    Sender sender = Sender.builder(configuration).settings(settings.build()).links(links).build();
    senders.add(sender);
    return sender;
  }

  private static SendFailedException failure(CompletableFuture<Receipt> send) {
    SendFailedException[] failure = new SendFailedException[1];
    assertThatThrownBy(() -> await(send))
        .cause()
        .asInstanceOf(type(SendFailedException.class))
        .satisfies(thrown -> failure[0] = thrown);
    return failure[0];
  }

  private static <T> T await(CompletableFuture<T> future) {
    return future.orTimeout(BOUND.toMillis(), TimeUnit.MILLISECONDS).join();
  }
}
