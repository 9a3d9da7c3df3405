package io.twinbus.proving.endurance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.twinbus.ledger.cosmos.CosmosLedger;
import io.twinbus.local.LocalStack;
import io.twinbus.local.junit.LocalStackTest;
import io.twinbus.protocol.Secret;
import io.twinbus.protocol.settings.FlatSettings;
import io.twinbus.proving.bench.contest.Workload;
import io.twinbus.proving.bench.product.BenchReceiver;
import io.twinbus.proving.bench.product.ProductSettings;
import io.twinbus.proving.bench.product.TwinbusSends;
import io.twinbus.receiver.runtime.ReceiverStatus;
import io.twinbus.rehearsal.stack.Endpoints;
import io.twinbus.rehearsal.stack.LedgerContainer;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A session that a receiver has worked on, and that has nothing to do now, costs it no object. */
@LocalStackTest
@Tag("long")
class IdleSessionsTest {

  private static final Duration BOUND = Duration.ofMinutes(2);
  private static final int FIRST = 40;
  private static final int MORE = 1_200;

  /**
   * Whom it has sent away lately, and when places came free, it remembers for as many as it has
   * places and accepts, however many sessions there are: few here.
   */
  private static final int PLACES = 20;

  private final LocalStack stack;
  private final AtomicInteger handled = new AtomicInteger();

  IdleSessionsTest(LocalStack stack) {
    this.stack = stack;
    LedgerContainer.create(URI.create(stack.ledgerEndpoint()), new Secret(stack.ledgerKey()));
  }

  @Test
  void thirtyTimesTheSessionsLeaveNoMoreObjectsOfTheReceiver() throws Exception {
    FlatSettings settings =
        ProductSettings.of(
            Endpoints.parse(stack.toJson()),
            Map.of(
                "twinbus.region", "east",
                "twinbus.home", "east",
                "twinbus.standby-delay", "10m",
                "twinbus.receiver.max-sessions", String.valueOf(PLACES),
                "twinbus.receiver.linger", "200ms",
                "twinbus.receiver.long-linger", "200ms"));
    try (CosmosLedger ledger = BenchReceiver.openLedger(settings);
        BenchReceiver receiver =
            BenchReceiver.start(settings, ledger, message -> handled.incrementAndGet())) {
      work(settings, receiver, 1, FIRST);
      Map<String, Long> before = objects();

      work(settings, receiver, 2, MORE);

      // A closed session may be held for a moment more, by a timer or a reply that is under way.
      await().atMost(BOUND).untilAsserted(() -> assertThat(grown(before)).isEmpty());
    }
  }

  /** Has a message of each of {@code sessions} handled, and waits until none is held any more. */
  private void work(FlatSettings settings, BenchReceiver receiver, int round, int sessions) {
    int wanted = handled.get() + sessions;
    try (TwinbusSends sends =
        new TwinbusSends(settings, new Workload(sessions, sessions, Workload.SMALL))) {
      sends.run(round);
    }
    await().atMost(BOUND).until(() -> handled.get() == wanted);
    await().atMost(BOUND).until(() -> isIdle(receiver.status().load()));
  }

  private static boolean isIdle(ReceiverStatus.Load load) {
    return load.sessions() == 0 && load.claimed() == 0 && load.inHand() == 0;
  }

  /** Of which classes there are so many more objects that sessions must be what they are for. */
  private static Map<String, Long> grown(Map<String, Long> before)
      throws IOException, InterruptedException {
    Map<String, Long> grown = new TreeMap<>();
    objects()
        .forEach(
            (name, count) -> {
              long more = count - before.getOrDefault(name, 0L);
              if (more > MORE / 4) {
                grown.put(name, more);
              }
            });
    return grown;
  }

  /** What is live of the receiver's classes, and of those that it works with. */
  private static Map<String, Long> objects() throws IOException, InterruptedException {
    Map<String, Long> objects = new TreeMap<>();
    ClassHistogram.of(ProcessHandle.current().pid())
        .instances()
        .forEach(
            (name, count) -> {
              if (Stream.of("receiver", "ledger", "protocol")
                  .anyMatch(module -> name.startsWith("io.twinbus." + module + "."))) {
                objects.merge(name.replaceAll("\\d+/0x\\w+$", ""), count, Long::sum);
              }
            });
    return objects;
  }
}
