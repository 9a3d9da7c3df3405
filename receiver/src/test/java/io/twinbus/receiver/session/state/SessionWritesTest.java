package io.twinbus.receiver.session.state;

import static io.twinbus.receiver.session.state.LoneWorker.EAST;
import static io.twinbus.receiver.session.state.LoneWorker.after;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twinbus.ledger.Block;
import io.twinbus.ledger.ClaimId;
import io.twinbus.ledger.Custody;
import io.twinbus.ledger.SessionRecord;
import io.twinbus.ledger.SessionStatus;
import io.twinbus.ledger.WriteId;
import io.twinbus.ledger.WriteMark;
import io.twinbus.protocol.Position;
import io.twinbus.protocol.time.Now;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** The writes of a session's record: each is legal in one state of the worker. */
class SessionWritesTest {

  private static final ClaimId CLAIM = new ClaimId("one");
  private static final Now NOW = after(1);
  private static final Position PLACE = new Position(Copies.A, 1, 0);
  private static final SessionRecord RECORD =
      SessionRecord.first(
          Copies.SESSION,
          new Custody(SessionStatus.IDLE, null, 100, null),
          WriteMark.of(new WriteId("w"), Copies.NOW));

  /** States that the worker has never been in. */
  private static final SessionState.Claimed CLAIMED =
      new SessionState.Claimed(CLAIM, Optional.empty());

  private static final SessionState.Unclaimed UNCLAIMED = new SessionState.Unclaimed();

  private final WorkerState state = new LoneWorker().state;

  @TestFactory
  Stream<DynamicTest> aWriteFromAnotherStateIsRefused() {
    SessionWrites writes = state.writes;
    RecordChange.ReportGap report = new RecordChange.ReportGap(Copies.A, EAST, 3);
    RecordChange.Claim claim = new RecordChange.Claim(CLAIM, Optional.empty(), RECORD);
    RecordChange.BlockSession block =
        new RecordChange.BlockSession(
            new Block("poison", null, "me", Copies.NOW), Optional.empty());
    return Stream.of(
        refused("commit", () -> writes.commit(CLAIMED, NOW)),
        refused("change", () -> writes.change(CLAIMED, new RecordChange.Found(Set.of()), NOW)),
        refused("start", () -> writes.change(CLAIMED, new RecordChange.Start(PLACE), NOW)),
        refused("release", () -> writes.release(CLAIMED, NOW)),
        refused("block", () -> writes.block(CLAIMED, block, NOW)),
        refused("renew", () -> writes.renew(CLAIMED, Optional.empty(), "late", NOW)),
        refused("claim", () -> writes.claim(UNCLAIMED, claim, NOW)),
        refused("create claimed", () -> writes.createClaimed(UNCLAIMED, claim)),
        refused("change without a claim", () -> writes.change(UNCLAIMED, report, NOW)),
        refused("create", () -> writes.create(UNCLAIMED, report, RECORD)));
  }

  @Test
  void whatEndsWithoutHavingBegunIsRefused() {
    assertThatThrownBy(state.writes::concluded)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageStartingWith("A write ended that the worker did not ask for");
  }

  @Test
  void aWriteThatHasEndedIsNoneAnyMore() {
    RecordChange.ReportGap report = new RecordChange.ReportGap(Copies.A, EAST, 3);
    state.writes.create(state.in(SessionState.Unclaimed.class), report, RECORD);
    assertThat(state.writes.changing()).contains(report);

    assertThat(state.writes.concluded().last()).contains(report);

    assertThat(state.writes.changing()).isEmpty();
  }

  private static DynamicTest refused(String name, ThrowingCallable write) {
    return DynamicTest.dynamicTest(
        name,
        () ->
            assertThatThrownBy(write)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageStartingWith("A write from "));
  }
}
