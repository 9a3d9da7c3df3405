package io.twinbus.proving.integration;

import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.local.LocalStack;
import io.twinbus.local.junit.LocalStackTest;
import io.twinbus.local.network.Outage;
import io.twinbus.protocol.Secret;
import io.twinbus.protocol.settings.FlatSettings;
import io.twinbus.proving.bench.product.ProductSettings;
import io.twinbus.receiver.HandlerOutcome;
import io.twinbus.rehearsal.stack.Endpoints;
import io.twinbus.rehearsal.stack.LedgerContainer;
import io.twinbus.sender.Sender;
import io.twinbus.sender.message.ExplicitSequence;
import io.twinbus.sender.message.OutboundMessage;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A producer that is started again while a region is away, and the receivers of both regions. */
@LocalStackTest
@Timeout(300)
class ProducerRestartTest {

  private static final Duration BOUND = Duration.ofSeconds(90);

  @TempDir Path journal;

  private final Queue<String> handled = new ConcurrentLinkedQueue<>();
  private final LocalStack stack;
  private TwoReceivers receivers;

  ProducerRestartTest(LocalStack stack) {
    this.stack = stack;
    LedgerContainer.create(URI.create(stack.ledgerEndpoint()), new Secret(stack.ledgerKey()));
  }

  @BeforeEach
  void start() {
    receivers =
        new TwoReceivers(
            stack,
            (received, invocation) -> {
              handled.add(received.body().utf8());
              return CompletableFuture.completedFuture(new HandlerOutcome.Completed());
            });
  }

  @AfterEach
  void stop() {
    receivers.close();
  }

  @Test
  void withAJournalTheSessionGoesOnInOrder() {
    restartWhileEastIsAway(
        Map.of(
            "twinbus.sender.acknowledge", "journal", "twinbus.sender.journal", journal.toString()),
        n -> OutboundMessage.of("journaled", "j-" + n).body("j-" + n).build());

    assertThat(handled).containsExactlyElementsOf(expected("j-"));
  }

  @Test
  void withExplicitNumbersTheSessionGoesOnInOrder() {
    restartWhileEastIsAway(
        Map.of(),
        n ->
            OutboundMessage.of("numbered", "e-" + n)
                .body("e-" + n)
                .sequence(ExplicitSequence.dense("versions", n))
                .build());

    assertThat(handled).containsExactlyElementsOf(expected("e-"));
  }

  private void restartWhileEastIsAway(
      Map<String, String> settings, IntFunction<OutboundMessage> message) {
    Sender first = sender(settings);
    send(first, message, 1, 10);
    stack.region("east").outage(Outage.REFUSE);
    send(first, message, 11, 20);
    first.close(Duration.ZERO);
    try (Sender second = sender(settings)) {
      send(second, message, 21, 30);
      stack.region("east").restore();
      send(second, message, 31, 40);
      Awaitility.await().atMost(BOUND).until(() -> handled.size() >= 40);
    }
  }

  private static void send(Sender sender, IntFunction<OutboundMessage> message, int from, int to) {
    IntStream.rangeClosed(from, to)
        .mapToObj(message)
        .map(sender::send)
        .toList()
        .forEach(CompletableFuture::join);
  }

  private static List<String> expected(String prefix) {
    return IntStream.rangeClosed(1, 40).mapToObj(n -> prefix + n).toList();
  }

  private Sender sender(Map<String, String> others) {
    Map<String, String> settings = new HashMap<>(others);
    settings.put("twinbus.standby-delay", "1s");
    FlatSettings flat = ProductSettings.of(Endpoints.parse(stack.toJson()), settings);
    return Sender.builder(flat).build();
  }
}
