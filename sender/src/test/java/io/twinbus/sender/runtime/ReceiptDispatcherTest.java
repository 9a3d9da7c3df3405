package io.twinbus.sender.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.twinbus.protocol.MessageId;
import io.twinbus.protocol.Position;
import io.twinbus.protocol.SessionId;
import io.twinbus.protocol.StreamId;
import io.twinbus.protocol.ids.RecordedIds;
import io.twinbus.sender.message.DeliveryStatus;
import io.twinbus.sender.message.OutboundMessage;
import io.twinbus.sender.message.SendFailedException;
import io.twinbus.sender.pipeline.Effect;
import java.time.Duration;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Each message leaves the window once, and each caller hears of its end, also after the close. */
class ReceiptDispatcherTest {

  private static final Duration BOUND = Duration.ofSeconds(60);
  private static final int SIZE = 100;

  private final InFlightWindow window = new InFlightWindow(10, 10_000);
  private final ReceiptDispatcher receipts = new ReceiptDispatcher(window, true, RecordedIds.CLEAR);

  @Test
  void aMessageThatTheEndFailsLeavesTheWindow() {
    PendingSend failed = open();

    receipts.end(SendFailedException::closed);

    assertThat(failed.receipt()).failsWithin(BOUND);
    assertThat(failed.ended()).failsWithin(BOUND);
    awaitInWindow(0);
  }

  @Test
  void aMessageThatHasLeftWithItsReceiptDoesNotLeaveAgainAtTheEnd() {
    PendingSend stays = open();
    receipts.settle(List.of(new Effect.Acknowledged(stays.ticket(), delivery())));
    assertThat(stays.receipt()).succeedsWithin(BOUND);
    awaitInWindow(0);
    PendingSend last = open();

    receipts.end(SendFailedException::closed);

    assertThat(stays.ended()).failsWithin(BOUND);
    assertThat(last.receipt()).failsWithin(BOUND);
    awaitInWindow(0);
  }

  /** Else the window would fill with what is in no flight any more, and take nothing in the end. */
  @Test
  void aMessageThatFailedOrWasNotTakenInLeavesTheWindow() {
    PendingSend failed = open();
    PendingSend rejected = open();

    receipts.settle(
        List.of(
            new Effect.Failed(failed.ticket(), delivery()),
            new Effect.Rejected(
                rejected.ticket(), SendFailedException.Kind.TOO_LARGE, "it is too large")));

    assertThat(failed.receipt()).failsWithin(BOUND);
    assertThat(rejected.receipt()).failsWithin(BOUND);
    awaitInWindow(0);
  }

  /** Acknowledged means durable there, and not that a region has it. */
  @Test
  void withAJournalAMessageLeavesTheWindowWhenItIsSettled() {
    ReceiptDispatcher journaled = new ReceiptDispatcher(window, false, RecordedIds.CLEAR);
    PendingSend send = open(journaled);

    journaled.settle(List.of(new Effect.Acknowledged(send.ticket(), delivery())));
    assertThat(send.receipt()).succeedsWithin(BOUND);
    awaitInWindow(1);
    journaled.settle(List.of(new Effect.Settled(send.ticket())));

    awaitInWindow(0);
  }

  @Test
  void aMessageThatEndsAfterTheCloseEndsAllTheSame() throws Exception {
    PendingSend send = open();
    receipts.close(BOUND);

    receipts.end(SendFailedException::closed);

    assertThat(send.receipt()).isCompletedExceptionally();
    awaitInWindow(0);
  }

  private PendingSend open() {
    return open(receipts);
  }

  private PendingSend open(ReceiptDispatcher dispatcher) {
    assertThat(window.enter(SIZE, Duration.ZERO)).isEqualTo(InFlightWindow.Admission.GRANTED);
    return dispatcher.open(OutboundMessage.of("s", "m").body("body").build(), SIZE);
  }

  private void awaitInWindow(int messages) {
    await().atMost(BOUND).until(() -> window.messages() == messages);
    assertThat(window.bytes()).isEqualTo((long) messages * SIZE);
  }

  private static DeliveryStatus delivery() {
    return new DeliveryStatus(
        new SessionId("s"),
        new MessageId("m"),
        new Position(new StreamId("stream"), 1, 0),
        new TreeMap<>(),
        new TreeMap<>());
  }
}
