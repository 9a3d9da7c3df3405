package io.twinbus.receiver.session.state;

import static io.twinbus.receiver.session.state.Copies.A;
import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.ledger.Cursor;
import io.twinbus.ledger.Custody;
import io.twinbus.ledger.Progress;
import io.twinbus.ledger.SessionRecord;
import io.twinbus.ledger.SessionStatus;
import io.twinbus.ledger.WriteId;
import io.twinbus.ledger.WriteMark;
import io.twinbus.protocol.Position;
import io.twinbus.receiver.broker.Delivery;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** What one write brings to the record. */
class CommitBatchTest {

  @Test
  void anEndBehindTheOthersIsOneMore() {
    assertThat(batch(Optional.empty(), 1, 2).endings()).isEqualTo(2);
    assertThat(batch(Optional.of(end(3)), 1, 2).endings()).isEqualTo(3);
    assertThat(batch(Optional.of(new RecordChange.Found(Set.of())), 1, 2).endings()).isEqualTo(2);
  }

  @Test
  void itStandsWhereAllOfItStands() {
    assertThat(batch(Optional.empty(), 1, 2).standsOn(endedUpTo(1))).isFalse();
    assertThat(batch(Optional.empty(), 1, 2).standsOn(endedUpTo(2))).isTrue();
    assertThat(batch(Optional.of(end(3)), 1, 2).standsOn(endedUpTo(2))).isFalse();
    assertThat(batch(Optional.of(end(3)), 1, 2).standsOn(endedUpTo(3))).isTrue();
  }

  @Test
  void aChangeWithoutALastingEffectIsNeverTakenToStand() {
    CommitBatch batch = batch(Optional.of(new RecordChange.Found(Set.of(A))), 1);

    assertThat(batch.standsOn(endedUpTo(1))).isFalse();
  }

  private static CommitBatch batch(Optional<RecordChange> last, long... ended) {
    return new CommitBatch(Arrays.stream(ended).mapToObj(CommitBatchTest::end).toList(), last);
  }

  private static RecordChange.End end(long seq) {
    Delivery delivery = Copies.copy(seq, A, seq);
    Position place = Copies.positionOf(delivery);
    return RecordChange.End.dead(delivery, place, DeadLetters.EXPIRED, Copies.NOW);
  }

  private static SessionRecord endedUpTo(long seq) {
    return SessionRecord.first(
            Copies.SESSION,
            new Custody(SessionStatus.IDLE, null, 100, null),
            WriteMark.of(new WriteId("w"), Copies.NOW))
        .withProgress(
            new Progress(
                new TreeMap<>(Map.of(A, new Cursor(seq, Copies.NOW))),
                List.of(),
                new TreeMap<>(),
                new TreeMap<>()));
  }
}
