package io.twinbus.receiver.integration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.azure.messaging.servicebus.ServiceBusClientBuilder;
import com.azure.messaging.servicebus.ServiceBusMessage;
import com.azure.messaging.servicebus.ServiceBusReceivedMessage;
import com.azure.messaging.servicebus.ServiceBusReceiverClient;
import io.twinbus.ledger.Block;
import io.twinbus.ledger.ClaimId;
import io.twinbus.ledger.Custody;
import io.twinbus.ledger.Owner;
import io.twinbus.ledger.SessionRecord;
import io.twinbus.ledger.SessionStatus;
import io.twinbus.ledger.WriteId;
import io.twinbus.ledger.WriteMark;
import io.twinbus.ledger.cosmos.CosmosLedger;
import io.twinbus.ledger.rules.LeaseTimes;
import io.twinbus.ledger.store.WriteOutcome;
import io.twinbus.local.LocalStack;
import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.SessionId;
import io.twinbus.receiver.runtime.ReceiverOptions;
import io.twinbus.receiver.runtime.ReceiverStatus;
import io.twinbus.receiver.session.FlowSettings;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/**
 * A thousand sessions that wait (blocked, owned by a worker in the other region that lives, behind
 * a gap) and a hundred that can move, at one receiver with room for all of them.
 */
@Tag("long")
@Isolated("it counts the threads of this JVM")
class ParkedSessionsTest {

  private static final Duration BOUND = Duration.ofMinutes(2);
  private static final int EACH_KIND = 333;
  private static final int PARKED = 3 * EACH_KIND;
  private static final int MOVING = 100;
  private static final int MESSAGES = 3;

  /**
   * Questions of 250 records, looks gathered for a tenth of a second: at most ten, and the full.
   */
  private static final int QUESTIONS_A_SECOND = 10 + PARKED / 250 + 1;

  private final Applied applied = new Applied();
  private LocalStack stack;
  private CosmosLedger ledger;

  @BeforeEach
  void start() {
    stack = LocalStack.builder().start();
    ledger = TestRegion.openLedger(stack);
  }

  @AfterEach
  void stop() {
    ledger.close();
    stack.close();
  }

  @Test
  void aThousandThatWaitDoNotSlowAHundredThatMove() throws Exception {
    try (LivingOwner owner = LivingOwner.of(ledger)) {
      fill(owner);
      try (TestRegion east = new TestRegion(stack, "east", applied, (who, fact) -> {}, options())) {
        await().atMost(BOUND).until(() -> load(east).parked() == PARKED);
        Counts before = Counts.of(east);
        send(names("moving", MOVING), 1, MESSAGES);

        await().atMost(BOUND).until(() -> applied.count() == MOVING * MESSAGES);
        Counts moved = Counts.of(east);
        await().atMost(BOUND).until(() -> east.sessions().questions() >= before.questions + 20);
        Counts after = Counts.of(east);

        System.out.println(
            "Parked: %d; 300 messages of 100 other sessions in %d ms; a second: %s"
                .formatted(
                    load(east).parked(), moved.since(before).toMillis(), after.perSecond(moved)));
        assertThat(load(east).parked()).isEqualTo(PARKED);
        assertThat(load(east).sessions()).isGreaterThanOrEqualTo(PARKED);
        assertThat(after.sentAway).as("nobody is sent away while there is room").isZero();
        assertThat(after.accepted - before.accepted)
            .as("only sessions that move are accepted, at most once a message")
            .isBetween((long) MOVING, (long) MOVING * MESSAGES);
        assertThat(after.reads - before.reads)
            .as("records that do not change are not read again")
            .isLessThanOrEqualTo((long) MOVING * MESSAGES);
        assertThat(after.questions - before.questions)
            .isLessThanOrEqualTo(QUESTIONS_A_SECOND * (after.since(before).toSeconds() + 2));
        assertThat(after.threads).as("no thread a session").isLessThan(250);
      }
      assertThat(deliveryCounts()).containsOnly(0L);
    }
  }

  /** One message each: a blocked one, one that the west works on, the second of a stream. */
  private void fill(LivingOwner owner) {
    for (String name : names("blocked", EACH_KIND)) {
      Block block = new Block("for a test", null, "operator", Instant.now());
      create(name, new Custody(SessionStatus.BLOCKED, null, 7, block));
    }
    for (String name : names("owned", EACH_KIND)) {
      ClaimId claim = new ClaimId(UUID.randomUUID().toString());
      Owner west = new Owner(new RegionName("west"), owner.instance(), claim);
      create(name, new Custody(SessionStatus.WORKING, west, 7, null));
    }
    send(names("blocked", EACH_KIND), 1, 1);
    send(names("owned", EACH_KIND), 1, 1);
    send(names("gap", EACH_KIND), 2, 2);
  }

  /** One at a time: of hundreds at once, a slow machine would not answer the last one in time. */
  private void create(String session, Custody custody) {
    SessionRecord record =
        SessionRecord.first(
            new SessionId(session),
            custody,
            WriteMark.of(new WriteId(UUID.randomUUID().toString()), Instant.now()));
    assertThat(ledger.sessions().create(record).toCompletableFuture().join())
        .isInstanceOf(WriteOutcome.Written.class);
  }

  private void send(List<String> sessions, int from, int to) {
    List<ServiceBusMessage> messages = new ArrayList<>();
    for (String session : sessions) {
      for (int seq = from; seq <= to; seq++) {
        messages.add(Sent.message(session, seq, "east"));
      }
    }
    Sent.send(stack.connectionString("east"), messages);
  }

  private List<Long> deliveryCounts() {
    List<Long> counts = new ArrayList<>();
    try (ServiceBusReceiverClient peeker =
        new ServiceBusClientBuilder()
            .connectionString(stack.connectionString("east"))
            .receiver()
            .queueName("orders")
            .buildClient()) {
      long from = 0;
      List<ServiceBusReceivedMessage> page = peeker.peekMessages(250, from).stream().toList();
      while (!page.isEmpty()) {
        page.forEach(message -> counts.add(message.getDeliveryCount()));
        from = page.get(page.size() - 1).getSequenceNumber() + 1;
        page = peeker.peekMessages(250, from).stream().toList();
      }
    }
    assertThat(counts).hasSize(PARKED);
    return counts;
  }

  private static List<String> names(String kind, int count) {
    return IntStream.range(0, count)
        .mapToObj(n -> kind + "-" + n)
        .collect(Collectors.toUnmodifiableList());
  }

  private static ReceiverStatus.Load load(TestRegion region) {
    return region.receiver().status().load();
  }

  private static ReceiverOptions options() {
    return new ReceiverOptions(
        FlowSettings.ofDefaults(),
        new LeaseTimes(Duration.ofSeconds(2), Duration.ofMinutes(1), Duration.ofSeconds(2)),
        ReceiverOptions.Limits.ofSessions(1_200),
        Duration.ofSeconds(5));
  }

  /** What has been counted up to a moment. */
  private record Counts(
      long nanos, long reads, long questions, long accepted, long sentAway, int threads) {

    static Counts of(TestRegion region) {
      ReceiverStatus.Turnover turnover = region.receiver().status().turnover();
      return new Counts(
          System.nanoTime(),
          region.sessions().reads(),
          region.sessions().questions(),
          turnover.accepted(),
          turnover.sentAway(),
          Thread.activeCount());
    }

    Duration since(Counts before) {
      return Duration.ofNanos(nanos - before.nanos);
    }

    String perSecond(Counts before) {
      double seconds = since(before).toNanos() / 1e9;
      return "%.1f questions, %.1f reads, %.1f accepts; %d threads"
          .formatted(
              (questions - before.questions) / seconds,
              (reads - before.reads) / seconds,
              (accepted - before.accepted) / seconds,
              threads);
    }
  }
}
