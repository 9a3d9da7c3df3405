package io.twinbus.sender.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.StreamId;
import io.twinbus.protocol.time.MonotonicTime;
import io.twinbus.sender.message.GiveUpReason;
import io.twinbus.sender.message.OutboundMessage;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which of the waiting copies go out together, and which leave. */
class CopyQueueTest {

  private static final MonotonicTime DEADLINE = new MonotonicTime(1_000);
  private static final MonotonicTime LATER = new MonotonicTime(2_000);
  private static final MonotonicTime NOW = new MonotonicTime(0);
  private static final int REGION = 0;

  private final CopyQueue queue = new CopyQueue(REGION);
  private long batches;

  @Test
  void aBatchEndsAtExactlyItsBytes() {
    PendingMessage first = add("a");
    PendingMessage second = add("b");
    add("c");

    assertThat(queue.cut(new CopyQueue.Limits(10, first.bytes() + second.bytes(), false)))
        .containsExactly(first, second);
  }

  @Test
  void aBatchOfOneMayBeLargerThanItsBytes() {
    PendingMessage first = add("a");
    add("b");

    assertThat(queue.cut(new CopyQueue.Limits(10, 1, false))).containsExactly(first);
  }

  @Test
  void itLooksForMessagesThatMayGoNoFurtherThanSixteenForEachThatABatchHolds() {
    PendingMessage elsewhere = message("blocked", DEADLINE);
    for (int i = 0; i < 31; i++) {
      queue.add(behind(elsewhere));
    }
    PendingMessage last = add("a");
    PendingMessage tooFar = add("b");

    assertThat(queue.cut(new CopyQueue.Limits(2, 1 << 20, false))).containsExactly(last);
    assertThat(queue.cut(new CopyQueue.Limits(2, 1 << 20, false))).containsExactly(tooFar);
  }

  @Test
  void aMessageThatIsNotDurableHoldsUpThoseBehindIt() {
    PendingMessage unwritten = add("a");
    unwritten.inJournal(1, false);
    PendingMessage behind = add("b");
    assertThat(queue.cut(many())).isEmpty();

    unwritten.written();

    assertThat(queue.cut(many())).containsExactly(unwritten, behind);
  }

  @Test
  void copiesThatEndedLeaveWithoutBeingSent() {
    PendingMessage ended = add("a");
    PendingMessage waiting = add("b");
    giveUp(ended);

    assertThat(queue.cut(many())).containsExactly(waiting);
    assertThat(queue.size()).isZero();
    assertThat(queue.hasWaiting()).isFalse();
  }

  @Test
  void itCountsWhatWaitsWhatCameBackAndWhatIsOnItsWay() {
    PendingMessage first = add("a");
    PendingMessage second = add("b");
    queue.cut(many());
    send(first, second);
    add("c");
    assertThat(queue.size()).isEqualTo(3);

    Batch back = queue.take(new BatchId(new RegionName("east"), 0, batches));
    assertThat(back).isNotNull();
    queue.putBack(List.of(first, second));

    assertThat(queue.size()).isEqualTo(3);
    assertThat(queue.hasWaiting()).isTrue();
    assertThat(queue.inFlight()).isNull();
  }

  @Test
  void anAnswerToAnotherBatchTakesNoneOut() {
    PendingMessage first = add("a");
    queue.cut(many());
    send(first);

    assertThat(queue.take(new BatchId(new RegionName("east"), 0, batches + 1))).isNull();
    assertThat(queue.inFlight()).isNotNull();
  }

  @Test
  void theOldestThatCameBackAndTheOldestThatNeverWentDecideOfTheDeadline() {
    assertThat(queue.earliestDeadline()).isNull();
    queue.add(message("b", LATER));
    assertThat(queue.earliestDeadline()).isEqualTo(LATER);

    queue.putBack(List.of(message("a", DEADLINE)));

    assertThat(queue.earliestDeadline()).isEqualTo(DEADLINE);
  }

  @Test
  void whatIsPastItsDeadlineLeavesWhereverItWaits() {
    PendingMessage back = message("a", DEADLINE);
    PendingMessage fresh = add("b");
    PendingMessage later = message("c", LATER);
    queue.add(later);
    queue.putBack(List.of(back));
    List<PendingMessage> expired = new ArrayList<>();

    queue.expire(new MonotonicTime(DEADLINE.nanos() - 1), expired::add);
    assertThat(expired).isEmpty();
    queue.expire(DEADLINE, expired::add);

    assertThat(expired).containsExactly(back, fresh);
    assertThat(queue.size()).isEqualTo(1);
    assertThat(queue.cut(many())).containsExactly(later);
    assertThat(queue.hasWaiting()).isFalse();
  }

  @Test
  void whatHasEndedLeavesAtItsDeadlineWithoutAWord() {
    PendingMessage ended = add("a");
    queue.putBack(List.of(ended));
    giveUp(ended);
    List<PendingMessage> expired = new ArrayList<>();

    queue.expire(NOW, expired::add);

    assertThat(expired).isEmpty();
    assertThat(queue.hasWaiting()).isFalse();
  }

  @Test
  void whatIsDroppedLeavesWhereverItWaits() {
    PendingMessage fresh = add("a");
    PendingMessage back = message("b", DEADLINE);
    PendingMessage besides = message("c", DEADLINE);
    PendingMessage kept = message("d", DEADLINE);
    queue.putBack(List.of(back, besides));
    queue.addKept(kept);

    queue.drop(fresh);
    queue.drop(back);
    queue.drop(kept);

    assertThat(queue.size()).isEqualTo(1);
    queue.drop(besides);
    assertThat(queue.hasWaiting()).isFalse();
    assertThat(queue.takeKept()).isEmpty();
  }

  @Test
  void allThatItHoldsLeavesItWhenItIsDrained() {
    PendingMessage onItsWay = add("a");
    queue.cut(many());
    send(onItsWay);
    PendingMessage back = message("b", DEADLINE);
    queue.putBack(List.of(back));
    PendingMessage fresh = add("c");
    PendingMessage kept = message("d", DEADLINE);
    queue.addKept(kept);

    assertThat(queue.drain()).containsExactly(onItsWay, back, fresh, kept);

    assertThat(queue.drain()).isEmpty();
    assertThat(queue.inFlight()).isNull();
  }

  @Test
  void whatItHandsOverItHoldsNoLonger() {
    PendingMessage fresh = add("a");
    PendingMessage kept = message("b", DEADLINE);
    PendingMessage dropped = message("c", DEADLINE);
    queue.addKept(kept);
    queue.addKept(dropped);
    queue.dropKept(dropped);

    assertThat(queue.takeFresh()).containsExactly(fresh);
    assertThat(queue.takeKept()).containsExactly(kept);

    assertThat(queue.takeFresh()).isEmpty();
    assertThat(queue.takeKept()).isEmpty();
  }

  private PendingMessage add(String session) {
    PendingMessage pending = message(session, DEADLINE);
    queue.add(pending);
    return pending;
  }

  private void send(PendingMessage... messages) {
    BatchId id = new BatchId(new RegionName("east"), 0, ++batches);
    queue.sent(new Batch(id, List.of(messages), List.of(), NOW));
  }

  private static void giveUp(PendingMessage pending) {
    pending.copy(REGION).giveUp(GiveUpReason.SHED, "why", true);
  }

  private static CopyQueue.Limits many() {
    return new CopyQueue.Limits(100, 1 << 20, false);
  }

  private static PendingMessage message(String session, MonotonicTime deadline) {
    SessionStream stream = new SessionStream(new StreamId("of-" + session), false, 0, NOW);
    return stream.append(intake(session, deadline), 1, NOW);
  }

  /** The next message of the stream of one that this queue does not have. */
  private static PendingMessage behind(PendingMessage before) {
    return before.stream().append(intake("blocked", DEADLINE), 1, NOW);
  }

  private static PendingMessage.Intake intake(String session, MonotonicTime deadline) {
    OutboundMessage message = OutboundMessage.of(session, "id").build();
    return new PendingMessage.Intake(1, message, Instant.EPOCH, deadline, 0);
  }
}
