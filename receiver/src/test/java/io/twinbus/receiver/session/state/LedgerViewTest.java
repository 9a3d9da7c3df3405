package io.twinbus.receiver.session.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twinbus.ledger.Custody;
import io.twinbus.ledger.Progress;
import io.twinbus.ledger.SessionRecord;
import io.twinbus.ledger.SessionStatus;
import io.twinbus.ledger.WriteId;
import io.twinbus.ledger.WriteMark;
import io.twinbus.ledger.store.ReadOutcome;
import io.twinbus.ledger.store.Version;
import io.twinbus.protocol.time.MonotonicTime;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class LedgerViewTest {

  private static final Duration INTERVAL = Duration.ofSeconds(2);
  private static final MonotonicTime START = new MonotonicTime(0);
  private static final MonotonicTime LATER = START.plus(Duration.ofMinutes(1));
  private static final SessionRecord RECORD =
      SessionRecord.first(
          Copies.SESSION,
          new Custody(SessionStatus.IDLE, null, 100, null),
          WriteMark.of(new WriteId("w"), Instant.EPOCH));

  private final LedgerView view = new LedgerView(INTERVAL, START);

  @Test
  void beforeTheFirstReadNothingIsKnown() {
    assertThat(view.isKnown()).isFalse();
    assertThat(view.isStale(START)).isTrue();
    assertThat(view.found()).isEmpty();
    assertThat(view.token()).isZero();
    assertThatThrownBy(view::seen).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void aReadShowsTheRecord() {
    assertThat(take(LATER)).isTrue();

    assertThat(view.isKnown()).isTrue();
    assertThat(view.at()).isEqualTo(LATER);
    assertThat(view.token()).isEqualTo(100);
    assertThat(view.found().orElseThrow().record()).isEqualTo(RECORD);
    assertThat(view.progress()).isEqualTo(RECORD.progress());
  }

  @Test
  void theViewIsStaleOnceItIsAReadIntervalOld() {
    take(LATER);

    assertThat(view.isStale(LATER.plus(INTERVAL).plus(Duration.ofNanos(-1)))).isFalse();
    assertThat(view.isStale(LATER.plus(INTERVAL))).isTrue();
  }

  @Test
  void anAgedViewIsStaleAtOnce() {
    take(LATER);

    view.age();

    assertThat(view.isStale(LATER)).isTrue();
  }

  @Test
  void aReadThatFailedShowsNothingAndIsRepeatedAnIntervalLater() {
    take(LATER);
    MonotonicTime failedAt = LATER.plus(INTERVAL);

    assertThat(view.take(new ReadOutcome.Unknown<>("no answer"), failedAt)).isFalse();

    assertThat(view.at()).isEqualTo(LATER);
    assertThat(view.token()).isEqualTo(100);
    assertThat(view.readNotBefore()).isEqualTo(failedAt.plus(INTERVAL));
  }

  @Test
  void thatThereIsNoRecordIsKnownToo() {
    view.take(new ReadOutcome.Absent<>(), LATER);

    assertThat(view.isKnown()).isTrue();
    assertThat(view.isStale(LATER)).isFalse();
    assertThat(view.progress()).isEqualTo(Progress.NONE);
  }

  private boolean take(MonotonicTime now) {
    return view.take(new ReadOutcome.Found<>(RECORD, new Version("v1")), now);
  }
}
