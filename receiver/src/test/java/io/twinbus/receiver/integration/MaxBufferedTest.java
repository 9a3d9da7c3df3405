package io.twinbus.receiver.integration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.azure.messaging.servicebus.ServiceBusMessage;
import io.twinbus.local.LocalStack;
import io.twinbus.receiver.bytes.CopyBudget;
import io.twinbus.receiver.runtime.ReceiverOptions;
import io.twinbus.receiver.session.FlowSettings;
import io.twinbus.receiver.session.WorkerFact;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.BooleanSupplier;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A receiver that may hold 4 MiB of copies, and queues that have more. */
@Tag("long")
class MaxBufferedTest {

  private static final Duration BOUND = Duration.ofMinutes(2);
  private static final long MAX_BUFFERED = 4 * 1_024 * 1_024;
  private static final int KB = 1_000;

  /** Twenty megabytes behind a gap. */
  private static final int LAST = 2_001;

  private final Applied applied = new Applied();
  private final Queue<WorkerFact> facts = new ConcurrentLinkedQueue<>();
  private LocalStack stack;
  private long mostHeld;

  @BeforeEach
  void start() {
    stack = LocalStack.builder().start();
  }

  @AfterEach
  void stop() {
    stack.close();
  }

  @Test
  void whatAGapLacksIsFoundBehindMoreThanTheReceiverMayHold() throws Exception {
    send("a", 2, LAST, 10 * KB);
    send("a", 1, 1, 10 * KB);

    try (TestRegion east = region(FlowSettings.GapPolicy.WAIT)) {
      until(east, () -> applied.count() >= LAST);

      assertThat(applied.of("a")).isEqualTo(LongStream.rangeClosed(1, LAST).boxed().toList());
      assertThat(mostHeld).isBetween(MAX_BUFFERED / 3, MAX_BUFFERED);
      until(east, () -> held(east).bytes() == 0);
    }
  }

  /** Most of them are found by searches, which meet the higher numbers first. */
  @Test
  void aSessionInReverseOrderIsHandledInItsOwn() throws Exception {
    int last = 18;
    for (int seq = last; seq >= 1; seq--) {
      send("a", seq, seq, 200 * KB);
    }

    try (TestRegion east = region(FlowSettings.GapPolicy.WAIT)) {
      until(east, () -> applied.count() >= last);

      assertThat(applied.of("a")).isEqualTo(LongStream.rangeClosed(1, last).boxed().toList());
      assertThat(mostHeld).isBetween(MAX_BUFFERED / 3, MAX_BUFFERED);
      until(east, () -> held(east).bytes() == 0);
    }
  }

  @Test
  void aGapBeforeMoreThanTheReceiverMayHoldIsReportedAndClosed() throws Exception {
    send("a", 2, LAST, 10 * KB);

    try (TestRegion east = region(FlowSettings.GapPolicy.SKIP)) {
      until(east, () -> applied.count() >= LAST - 1);

      assertThat(applied.of("a")).isEqualTo(LongStream.rangeClosed(2, LAST).boxed().toList());
      assertThat(mostHeld).isBetween(MAX_BUFFERED / 3, MAX_BUFFERED);
      assertThat(facts).anyMatch(WorkerFact.GapReported.class::isInstance);
      assertThat(facts).anyMatch(WorkerFact.GapSkipped.class::isInstance);
    }
  }

  @Test
  void manySessionsWithLargeMessagesShareWhatThereIs() throws Exception {
    int sessions = 30;
    int each = 8;
    for (int i = 0; i < sessions; i++) {
      send("s" + i, 1, each, 120 * KB);
    }

    try (TestRegion east = region(FlowSettings.GapPolicy.WAIT)) {
      until(east, () -> applied.count() >= sessions * each);

      for (int i = 0; i < sessions; i++) {
        assertThat(applied.of("s" + i)).isEqualTo(LongStream.rangeClosed(1, each).boxed().toList());
      }
      assertThat(mostHeld).isBetween(1L, MAX_BUFFERED);
    }
  }

  /** More sessions wait, each for a message that does not come, than there is room for. */
  @Test
  void sessionsThatWaitTakeTurnsForTheBytes() throws Exception {
    int waiting = 30;
    for (int i = 0; i < waiting; i++) {
      send("gap" + i, 2, 2, 200 * KB);
    }
    try (TestRegion east = region(FlowSettings.GapPolicy.WAIT)) {
      until(east, () -> gapsReported() >= 1);
      send("moving", 1, 3, 200 * KB);

      until(east, () -> applied.count() >= 3 && gapsReported() >= waiting);

      assertThat(applied.of("moving")).containsExactly(1L, 2L, 3L);
      assertThat(mostHeld).isBetween(1L, MAX_BUFFERED + 400 * KB);
    }
  }

  private long gapsReported() {
    return facts.stream().filter(WorkerFact.GapReported.class::isInstance).count();
  }

  private void until(TestRegion region, BooleanSupplier isSo) {
    await()
        .atMost(BOUND)
        .pollInterval(Duration.ofMillis(20))
        .until(
            () -> {
              mostHeld = Math.max(mostHeld, held(region).bytes());
              return isSo.getAsBoolean();
            });
  }

  private static CopyBudget.Held held(TestRegion region) {
    return region.receiver().status().buffered();
  }

  private void send(String session, int from, int to, int bytes) {
    List<ServiceBusMessage> messages = new ArrayList<>();
    for (int seq = from; seq <= to; seq++) {
      messages.add(Sent.message(session, seq, "east", bytes));
      if (messages.size() * (long) bytes >= 500 * KB || seq == to) {
        Sent.send(stack.connectionString("east"), messages);
        messages.clear();
      }
    }
  }

  private TestRegion region(FlowSettings.GapPolicy policy) throws Exception {
    ReceiverOptions quick = TestRegion.options(FlowSettings.Commit.EACH);
    FlowSettings flow = quick.flow();
    FlowSettings.Pace pace = flow.pace();
    FlowSettings patient =
        new FlowSettings(
            new FlowSettings.Pace(
                pace.idle(),
                pace.readInterval(),
                Duration.ofSeconds(2),
                pace.stuckAfter(),
                pace.handlerGrace()),
            flow.attempts(),
            flow.window(),
            flow.commit(),
            new FlowSettings.Gaps(policy, Duration.ofSeconds(1), flow.horizon()));
    ReceiverOptions options =
        new ReceiverOptions(
            patient,
            quick.lease(),
            quick.limits().withMaxBuffered(MAX_BUFFERED),
            quick.shutdownGrace());
    return new TestRegion(stack, "east", applied, (who, fact) -> facts.add(fact), options);
  }
}
