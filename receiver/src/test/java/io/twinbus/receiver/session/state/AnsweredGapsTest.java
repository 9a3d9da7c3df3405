package io.twinbus.receiver.session.state;

import static io.twinbus.receiver.session.state.LoneWorker.EAST;
import static io.twinbus.receiver.session.state.LoneWorker.after;
import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.ledger.Custody;
import io.twinbus.ledger.Gap;
import io.twinbus.ledger.Progress;
import io.twinbus.ledger.SessionRecord;
import io.twinbus.ledger.SessionStatus;
import io.twinbus.ledger.WriteId;
import io.twinbus.ledger.WriteMark;
import io.twinbus.ledger.store.ReadOutcome;
import io.twinbus.ledger.store.Version;
import io.twinbus.receiver.broker.Delivery;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Which reported gaps the messages in hand answer. */
class AnsweredGapsTest {

  private final WorkerState state = new LoneWorker().state;

  @Test
  void aReportOfAGapIsAnsweredWhenTheMissingMessageIsInHand() {
    takeIn(1);

    seeGapBehind(0);

    assertThat(state.answeredGaps(after(1))).containsExactly(Copies.A);
  }

  @Test
  void aReportOfAGapIsNotAnsweredByAMessageBehindIt() {
    takeIn(2);

    seeGapBehind(0);

    assertThat(state.answeredGaps(after(1))).isEmpty();
  }

  @Test
  void aReportOfAGapThatTheCursorHasPassedIsNotAnswered() {
    takeIn(1);

    seeGapBehind(7);

    assertThat(state.answeredGaps(after(1))).isEmpty();
  }

  private void takeIn(long seq) {
    Delivery copy = Copies.copy(1, Copies.A, seq);
    state.inbox.add(copy, Copies.positionOf(copy));
  }

  /** The record shows a report of a gap behind {@code cursor}; nothing has ended. */
  private void seeGapBehind(long cursor) {
    Gap gap = new Gap(cursor, new TreeMap<>(Map.of(EAST, new Gap.Report(9, Copies.NOW))));
    SessionRecord record =
        SessionRecord.first(
                Copies.SESSION,
                new Custody(SessionStatus.PENDING, null, 1, null),
                WriteMark.of(new WriteId("w"), Copies.NOW))
            .withProgress(Progress.NONE.withWaiting(new TreeMap<>(Map.of(Copies.A, gap))));
    state.see(new ReadOutcome.Found<>(record, new Version("v1")), after(1));
  }
}
