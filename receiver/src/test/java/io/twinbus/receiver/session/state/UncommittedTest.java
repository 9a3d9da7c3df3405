package io.twinbus.receiver.session.state;

import static io.twinbus.receiver.session.state.Copies.A;
import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.ledger.Custody;
import io.twinbus.ledger.Progress;
import io.twinbus.ledger.SessionRecord;
import io.twinbus.ledger.SessionStatus;
import io.twinbus.ledger.WriteId;
import io.twinbus.ledger.WriteMark;
import io.twinbus.protocol.Body;
import io.twinbus.receiver.StateChange;
import io.twinbus.receiver.broker.Delivery;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The record as it will read with the ends that are not in the ledger yet. */
class UncommittedTest {

  private static final SessionRecord EMPTY =
      SessionRecord.first(
          Copies.SESSION,
          new Custody(SessionStatus.IDLE, null, 100, null),
          WriteMark.of(new WriteId("w"), Copies.NOW));

  private final Uncommitted uncommitted = new Uncommitted();

  @Test
  void withoutARecordNothingHasEnded() {
    assertThat(uncommitted.ahead()).isEmpty();
    assertThat(uncommitted.progress()).isEqualTo(Progress.NONE);

    uncommitted.over(null);

    assertThat(uncommitted.ahead()).isEmpty();
    assertThat(uncommitted.isEmpty()).isTrue();
  }

  @Test
  void eachEndMovesTheCursorAndTheState() {
    uncommitted.over(EMPTY);

    uncommitted.add(end(1));
    assertThat(uncommitted.progress().cursor(A)).isEqualTo(1);
    uncommitted.add(end(2));

    assertThat(uncommitted.progress().cursor(A)).isEqualTo(2);
    assertThat(uncommitted.ahead().flatMap(SessionRecord::state)).contains(Body.ofUtf8("2"));
    assertThat(uncommitted.size()).isEqualTo(2);
  }

  @Test
  void endsThatCameBeforeTheRecordWasReadCountOverIt() {
    uncommitted.add(end(1));
    assertThat(uncommitted.progress()).isEqualTo(Progress.NONE);

    uncommitted.over(EMPTY);

    assertThat(uncommitted.progress().cursor(A)).isEqualTo(1);
  }

  @Test
  void whatEndedWhileOthersWereWrittenCountsOverTheWrittenRecord() {
    uncommitted.over(EMPTY);
    uncommitted.add(end(1));
    SessionRecord written = uncommitted.ahead().orElseThrow();
    uncommitted.writing(written);
    uncommitted.add(end(2));

    uncommitted.over(written);
    uncommitted.landed(1);

    assertThat(uncommitted.all()).containsExactly(end(2));
    assertThat(uncommitted.progress().cursor(A)).isEqualTo(2);
  }

  @Test
  void aChangeThatAnotherWriterMadeIsSeen() {
    uncommitted.over(EMPTY);
    uncommitted.add(end(1));
    uncommitted.writing(uncommitted.ahead().orElseThrow());

    uncommitted.over(EMPTY.withCustody(EMPTY.custody().raised()));

    assertThat(uncommitted.ahead().map(SessionRecord::token)).contains(101L);
    assertThat(uncommitted.progress().cursor(A)).isEqualTo(1);
  }

  @Test
  void aRecordThatIsGoneTakesItsProgressWithIt() {
    uncommitted.over(EMPTY);
    uncommitted.add(end(1));
    assertThat(uncommitted.ahead()).isPresent();

    uncommitted.over(null);

    assertThat(uncommitted.ahead()).isEmpty();
  }

  private static RecordChange.End end(long seq) {
    Delivery delivery = Copies.copy(seq, A, seq);
    HandlerCall call =
        new HandlerCall(
            1,
            delivery,
            Optional.of(Copies.positionOf(delivery)),
            1,
            LoneWorker.START,
            LoneWorker.at(30));
    return RecordChange.End.done(
        call, new StateChange.Set(Body.ofUtf8(Long.toString(seq))), Copies.NOW);
  }
}
