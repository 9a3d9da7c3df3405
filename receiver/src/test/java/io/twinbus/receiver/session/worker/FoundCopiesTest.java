package io.twinbus.receiver.session.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.ledger.BesideRecord;
import io.twinbus.ledger.Custody;
import io.twinbus.ledger.EndState;
import io.twinbus.ledger.Progress;
import io.twinbus.ledger.SessionRecord;
import io.twinbus.ledger.SessionStatus;
import io.twinbus.ledger.WriteId;
import io.twinbus.ledger.WriteMark;
import io.twinbus.ledger.rules.ProgressRule;
import io.twinbus.ledger.store.ReadOutcome;
import io.twinbus.ledger.store.Version;
import io.twinbus.protocol.Position;
import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.SessionId;
import io.twinbus.protocol.StreamId;
import io.twinbus.protocol.time.MonotonicTime;
import io.twinbus.protocol.time.Now;
import io.twinbus.receiver.broker.Delivery;
import io.twinbus.receiver.broker.Search;
import io.twinbus.receiver.broker.SearchOutcome;
import io.twinbus.receiver.session.FlowSettings;
import io.twinbus.receiver.session.WorkerEffect;
import io.twinbus.receiver.session.state.Copies;
import io.twinbus.receiver.session.state.LoneWorker;
import io.twinbus.receiver.session.state.WorkerState;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which copies that searches have read are in a worker's hand. */
class FoundCopiesTest {

  private static final SessionId SESSION = new SessionId("parcel-1");
  private static final RegionName EAST = new RegionName("east");
  private static final StreamId A = new StreamId("a");
  private static final StreamId B = new StreamId("b");
  private static final Now NOW =
      new Now(new MonotonicTime(0), Instant.parse("2026-11-01T00:00:00Z"));

  private final WorkerState state = new LoneWorker().state;
  private final FoundCopies copies = new FoundCopies(state);

  @Test
  void aLowerOneTakesThePlaceOfTheOneBeforeInItsStream() {
    Delivery other = take(B, 5);
    Delivery before = take(A, 5);

    Delivery lower = take(A, 3);

    assertThat(letGo()).containsExactly(before);
    assertThat(holds(before)).isFalse();
    assertThat(holds(lower)).isTrue();
    assertThat(holds(other)).isTrue();
    assertThat(state.inbox.size()).isEqualTo(2);
  }

  @Test
  void oneAboveWhatIsInHandIsNotTakenIn() {
    take(A, 3);
    Delivery higher = copy(A, 5);

    assertThat(copies.take(higher, new Position(A, 5, 4), NOW)).isFalse();

    assertThat(holds(higher)).isFalse();
  }

  @Test
  void oneThatIsInHandNoLongerIsNotLetGo() {
    Delivery before = take(A, 5);
    state.inbox.remove(before, before.position().orElseThrow());

    Delivery lower = take(A, 3);

    assertThat(letGo()).isEmpty();
    assertThat(holds(lower)).isTrue();
  }

  @Test
  void oneMoreThanItKeepsIsNotTakenInWhileAllAreNextInTheirStreams() {
    for (int i = 0; i < FoundCopies.MOST; i++) {
      take(new StreamId("s" + i), 1);
    }

    assertThat(copies.take(copy(A, 2), new Position(A, 2, 1), NOW)).isFalse();

    assertThat(letGo()).isEmpty();
    assertThat(state.inbox.size()).isEqualTo(FoundCopies.MOST);
  }

  @Test
  void oneOfAStreamWhoseCursorIsNotKnownIsNotLetGo() {
    take(A, 5);
    aRecordShowsThatOnly(B);

    assertThat(copies.take(copy(A, 3), new Position(A, 3, 2), NOW)).isFalse();

    assertThat(letGo()).isEmpty();
  }

  @Test
  void oneIsLetGoThoughTheCursorOfAnotherStreamIsNotKnown() {
    aRecordShowsThatOnly(B);
    Delivery before = take(B, 5);
    Delivery held = copy(A, 1);
    state.inbox.add(held, held.position().orElseThrow());

    take(B, 3);

    assertThat(letGo()).containsExactly(before);
  }

  @Test
  void whatIsNotTakenInIsLookedForAgainAfterFiveSeconds() {
    PrefetchWindow window = new PrefetchWindow(FlowSettings.ofDefaults().window());
    window.heldBack(true);
    GapSearch hunt = new GapSearch(state, window);
    for (int i = 0; i < FoundCopies.MOST; i++) {
      assertThat(looks(hunt, new StreamId("s" + i), after(i))).isTrue();
      hunt.on(new SearchOutcome.Found(1, 0, copy(new StreamId("s" + i), 1)), after(i));
    }
    Now last = after(FoundCopies.MOST);
    assertThat(looks(hunt, A, last)).isTrue();

    hunt.on(new SearchOutcome.Found(1, 0, copy(A, 1)), last);

    assertThat(looks(hunt, A, after(FoundCopies.MOST + 4))).isFalse();
    assertThat(looks(hunt, A, after(FoundCopies.MOST + 5))).isTrue();
  }

  /** Whether it looks for number 1 of {@code stream} now. */
  private boolean looks(GapSearch hunt, StreamId stream, Now now) {
    hunt.keepLooking(new Search(stream, 0, 2, 0), now);
    return state.effects.take(false).stream()
        .anyMatch(WorkerEffect.SearchSession.class::isInstance);
  }

  private static Now after(int seconds) {
    Duration time = Duration.ofSeconds(seconds);
    return new Now(NOW.monotonic().plus(time), NOW.wall().plus(time));
  }

  /** All other streams may have documents of their own, which have not been read. */
  private void aRecordShowsThatOnly(StreamId stream) {
    Progress progress =
        ProgressRule.ended(
            Progress.NONE, new Position(stream, 1, 0), EndState.DONE, "", NOW.wall());
    SessionRecord record =
        SessionRecord.first(
                SESSION,
                new Custody(SessionStatus.IDLE, null, 100, null),
                WriteMark.of(new WriteId("w"), NOW.wall()))
            .withProgress(progress.withAnnex(BesideRecord.NONE.withMoreCold(1)));
    state.see(new ReadOutcome.Found<>(record, new Version("v")), NOW);
  }

  private Delivery take(StreamId stream, long seq) {
    Delivery copy = copy(stream, seq);
    assertThat(copies.take(copy, copy.position().orElseThrow(), NOW)).isTrue();
    return copy;
  }

  private static Delivery copy(StreamId stream, long seq) {
    return Copies.copy(seq, stream, seq);
  }

  private boolean holds(Delivery copy) {
    return state.inbox.holds(copy, copy.position().orElseThrow());
  }

  private List<Delivery> letGo() {
    return state.effects.take(false).stream()
        .filter(WorkerEffect.LetGo.class::isInstance)
        .map(effect -> ((WorkerEffect.LetGo) effect).found())
        .toList();
  }
}
