package io.twinbus.receiver.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.ledger.EntityKey;
import io.twinbus.ledger.Saturation;
import io.twinbus.ledger.admission.WritePriority;
import io.twinbus.ledger.store.Version;
import io.twinbus.ledger.store.WriteOutcome;
import io.twinbus.protocol.SessionId;
import io.twinbus.receiver.ticked.TickedTimer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class LedgerAdmissionTest {

  private static final EntityKey ORDERS = EntityKey.ofQueue("orders");
  private static final EntityKey PAYMENTS = EntityKey.ofQueue("payments");
  private static final WriteOutcome WRITTEN = new WriteOutcome.Written(new Version("1"));
  private static final WriteOutcome THROTTLED =
      new WriteOutcome.Unknown("429", Optional.of(Duration.ofMillis(40)));

  @AutoClose("shutdownNow")
  private final TickedTimer timer = new TickedTimer();

  private final LedgerAdmission admission = new LedgerAdmission(timer, timer);

  /** Writes on the way, by name, in the order in which they were sent. */
  private final Map<String, CompletableFuture<WriteOutcome>> sent = new LinkedHashMap<>();

  private final List<String> answered = new ArrayList<>();

  @Test
  void writesGoAtOnceWhileTheLedgerTakesThem() {
    for (int i = 0; i < 300; i++) {
      write("w" + i, WritePriority.CLAIM);
    }

    assertThat(sent).hasSize(300);
    assertThat(admission.load().waiting()).isZero();
  }

  @Test
  void anOperationThatThrowsIsAnsweredAndOthersGoOn() {
    CompletableFuture<WriteOutcome> answer =
        admission.write(
            new LedgerAdmission.Request(ORDERS, new SessionId("a"), WritePriority.HELD, () -> true),
            () -> {
              throw new AssertionError("a defect");
            });

    assertThat(answer).isCompletedWithValueMatching(WriteOutcome.Unknown.class::isInstance);
    write("b", WritePriority.HELD);
    assertThat(sent).containsOnlyKeys("b");
  }

  @Test
  void aThrottledWriteIsSentAgainAndItsWorkerHearsOnlyTheEnd() {
    write("a", WritePriority.HELD);

    answer("a", THROTTLED);
    assertThat(answered).isEmpty();
    assertThat(sent).isEmpty();
    timer.pass(Duration.ofMillis(50));
    answer("a", WRITTEN);

    assertThat(answered).containsExactly("a: " + WRITTEN);
  }

  @Test
  void whileTheLedgerIsSaturatedHeldSessionsGoBeforeClaimsAndClaimsBeforeReports() {
    saturate();
    write("report", WritePriority.REPORT);
    write("claim", WritePriority.CLAIM);
    write("held", WritePriority.HELD);
    List<String> order = new ArrayList<>();

    for (int i = 0; i < 3; i++) {
      timer.pass(Duration.ofMillis(60));
      assertThat(sent).hasSize(1);
      String next = sent.keySet().iterator().next();
      order.add(next);
      answer(next, WRITTEN);
    }

    assertThat(order).containsExactly("first", "held", "claim");
  }

  @Test
  void whileTheLedgerIsSaturatedQueuesTakeTurnsWhateverTheOthersAskFor() {
    saturate();
    for (int i = 0; i < 4; i++) {
      write("held" + i, WritePriority.HELD);
    }
    write(PAYMENTS, "payment", WritePriority.CLAIM);
    List<String> order = new ArrayList<>();

    for (int i = 0; i < 3; i++) {
      timer.pass(Duration.ofMillis(60));
      String next = sent.keySet().iterator().next();
      order.add(next);
      answer(next, WRITTEN);
    }

    assertThat(order).as("the payment waits for one turn of the other queue").contains("payment");
  }

  @Test
  void onlyAQueueWhoseOwnHeldSessionsWaitAcceptsNoMore() {
    saturate();
    timer.pass(Duration.ofMillis(60));
    write("held", WritePriority.HELD);
    write(PAYMENTS, "payment", WritePriority.CLAIM);

    timer.pass(Duration.ofMillis(200));

    assertThat(admission.isCongested(ORDERS)).isTrue();
    assertThat(admission.isCongested(PAYMENTS)).isFalse();
  }

  @Test
  void retryAfterIsHonouredOnceForAll() {
    saturate();
    write("other", WritePriority.HELD);

    timer.pass(Duration.ofMillis(20));

    assertThat(sent).as("nothing is sent before the ledger's time is over").isEmpty();
  }

  @Test
  void aWriteInDoubtHoldsNoPlace() {
    saturate();
    timer.pass(Duration.ofMillis(60));
    write("next", WritePriority.HELD);
    assertThat(sent).containsOnlyKeys("first");

    answer("first", new WriteOutcome.Unknown("no answer within 3 s"));

    assertThat(answered).hasSize(1);
    assertThat(sent).containsOnlyKeys("next");
  }

  @Test
  void aWriteWhoseWorkerHasEndedIsNotSent() {
    saturate();
    boolean[] isThere = {true};
    var unused =
        admission
            .write(request("late", WritePriority.HELD, () -> isThere[0]), () -> send("late"))
            .thenAccept(outcome -> answered.add("late: " + outcome.getClass().getSimpleName()));
    isThere[0] = false;

    timer.pass(Duration.ofMillis(60));
    answer("first", WRITTEN);
    timer.pass(Duration.ofMillis(60));

    assertThat(sent).isEmpty();
    assertThat(answered).contains("late: Unknown");
    write("next", WritePriority.HELD);
    timer.pass(Duration.ofMillis(60));
    assertThat(sent).as("its place is free").containsOnlyKeys("next");
    answer("next", THROTTLED);
    timer.pass(Duration.ofMillis(400));
    assertThat(admission.load().saturation().orElseThrow().longest())
        .extracting(each -> each.session().value())
        .as("it waits for nothing any more")
        .containsExactly("next");
  }

  @Test
  void itIsCongestedWhileAHeldSessionsWriteWaits() {
    saturate();
    timer.pass(Duration.ofMillis(60));
    assertThat(admission.isCongested(ORDERS)).isFalse();
    write("claim", WritePriority.CLAIM);
    timer.pass(Duration.ofMillis(200));
    assertThat(admission.isCongested(ORDERS)).as("only a claim waits").isFalse();

    write("held", WritePriority.HELD);
    timer.pass(Duration.ofMillis(200));

    assertThat(admission.isCongested(ORDERS)).isTrue();
    assertThat(admission.load().waiting()).isEqualTo(2);
    assertThat(admission.load().saturatedFor()).isPresent();
    answer("first", WRITTEN);
    assertThat(admission.isCongested(ORDERS)).isFalse();
  }

  @Test
  void whichSessionsSufferSinceWhenAndHowMuchWouldDoIsTold() {
    saturate();
    timer.pass(Duration.ofMillis(60));
    write("claim", WritePriority.CLAIM);
    timer.pass(Duration.ofMillis(400));
    write("held", WritePriority.HELD);
    timer.pass(Duration.ofMillis(200));

    Saturation saturation = admission.load().saturation().orElseThrow();

    assertThat(saturation.lasts()).isEqualTo(Duration.ofMillis(660));
    assertThat(saturation.longest())
        .extracting(each -> each.session().value())
        .containsExactly("first", "claim", "held");
    assertThat(saturation.longest())
        .extracting(Saturation.Waiting::since)
        .containsExactly(Duration.ofMillis(660), Duration.ofMillis(600), Duration.ofMillis(200));
    assertThat(saturation.neededPercent()).as("two wait, one is served").isEqualTo(300);
  }

  @Test
  void anIdleReceiverDoesNotCallTheLedgerSaturated() {
    saturate();
    timer.pass(Duration.ofMillis(60));
    answer("first", WRITTEN);
    assertThat(admission.load().saturation()).isPresent();

    timer.pass(Duration.ofSeconds(3));

    assertThat(admission.load().saturation()).isEmpty();
    assertThat(admission.load().waiting()).isZero();
  }

  /** One write goes at a time from now on; {@code first} waits to be sent again. */
  private void saturate() {
    write("first", WritePriority.HELD);
    answer("first", THROTTLED);
  }

  private void write(String name, WritePriority priority) {
    write(ORDERS, name, priority);
  }

  private void write(EntityKey queue, String name, WritePriority priority) {
    var unused =
        admission
            .write(
                new LedgerAdmission.Request(queue, new SessionId(name), priority, () -> true),
                () -> send(name))
            .thenAccept(outcome -> answered.add(name + ": " + outcome));
  }

  private static LedgerAdmission.Request request(
      String session, WritePriority priority, BooleanSupplier isWanted) {
    return new LedgerAdmission.Request(ORDERS, new SessionId(session), priority, isWanted);
  }

  private CompletableFuture<WriteOutcome> send(String name) {
    CompletableFuture<WriteOutcome> answer = new CompletableFuture<>();
    sent.put(name, answer);
    return answer;
  }

  private void answer(String name, WriteOutcome outcome) {
    CompletableFuture<WriteOutcome> write = sent.remove(name);
    assertThat(write).as(name + " is on the way").isNotNull();
    write.complete(outcome);
  }
}
