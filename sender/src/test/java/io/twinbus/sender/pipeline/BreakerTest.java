package io.twinbus.sender.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.time.MonotonicTime;
import io.twinbus.sender.statistics.BreakerState;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class BreakerTest {

  private static final Duration PATIENCE = Duration.ofSeconds(2);
  private static final Duration FIRST_PAUSE = Duration.ofMillis(500);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(3);

  private final Breaker breaker = new Breaker(PATIENCE, LONGEST_PAUSE);
  private MonotonicTime now = new MonotonicTime(0);
  private long batches;

  @Test
  void opensAtTheThirdFailureWithoutAnAnswerBetween() {
    fail();
    fail();
    assertThat(breaker.isClosed()).isTrue();
    breaker.answered(now);
    fail();
    fail();
    assertThat(breaker.isClosed()).as("an answer forgives what was before").isTrue();

    fail();

    assertThat(breaker.state()).isEqualTo(BreakerState.OPEN);
  }

  @Test
  void opensWhenItsPatienceIsOverAndNotSooner() {
    MonotonicTime issued = now;
    pass(PATIENCE.minusMillis(1));
    breaker.failed(batch(), issued, now);
    assertThat(breaker.isClosed()).isTrue();

    pass(Duration.ofMillis(1));
    breaker.failed(batch(), now, now);

    assertThat(breaker.state())
        .as("failing since the first was issued")
        .isEqualTo(BreakerState.OPEN);
  }

  @Test
  void timeBeforeAnAnswerIsNoFailure() {
    MonotonicTime issued = now;
    pass(PATIENCE);
    breaker.answered(now);
    pass(Duration.ofMillis(1));

    breaker.failed(batch(), issued, now);

    assertThat(breaker.isClosed()).isTrue();
    pass(PATIENCE);
    breaker.answered(now);
    pass(PATIENCE.minusMillis(1));
    breaker.failed(batch(), now, now);
    assertThat(breaker.isClosed())
        .as("failing since before the last answer counts no more")
        .isTrue();
  }

  @Test
  void permitsOneProbeWhenThePauseIsOver() {
    open();

    pass(FIRST_PAUSE.minusMillis(1));
    assertThat(breaker.permits(now)).isFalse();
    pass(Duration.ofMillis(1));
    assertThat(breaker.permits(now)).isTrue();
    breaker.issued(batch());

    assertThat(breaker.state()).isEqualTo(BreakerState.PROBING);
    assertThat(breaker.permits(now)).isFalse();
    assertThat(breaker.probeAt()).isNull();
  }

  @Test
  void thePauseDoublesWithEachFailedProbeUpToItsBound() {
    open();

    for (long pause : new long[] {500, 1_000, 2_000, 3_000, 3_000}) {
      assertThat(breaker.probeAt()).isEqualTo(now.plus(Duration.ofMillis(pause)));
      pass(Duration.ofMillis(pause));
      probeFails();
    }
  }

  @Test
  void anAnswerMakesThePauseShortAgain() {
    open();
    pass(FIRST_PAUSE);
    probeFails();

    breaker.answered(now);
    open();

    assertThat(breaker.probeAt()).isEqualTo(now.plus(FIRST_PAUSE));
  }

  @Test
  void aBatchFromBeforeTheProbeDecidesNothing() {
    BatchId old = batch();
    open();
    pass(FIRST_PAUSE);
    BatchId probe = batch();
    breaker.issued(probe);

    breaker.failed(old, now, now);
    assertThat(breaker.state()).isEqualTo(BreakerState.PROBING);

    breaker.failed(probe, now, now);
    assertThat(breaker.state()).isEqualTo(BreakerState.OPEN);
  }

  private void open() {
    for (int i = 0; i < Breaker.MAX_FAILURES; i++) {
      fail();
    }
    assertThat(breaker.state()).isEqualTo(BreakerState.OPEN);
  }

  private void probeFails() {
    BatchId probe = batch();
    breaker.issued(probe);
    breaker.failed(probe, now, now);
  }

  private void fail() {
    breaker.failed(batch(), now, now);
  }

  private BatchId batch() {
    return new BatchId(new RegionName("east"), 0, ++batches);
  }

  private void pass(Duration time) {
    now = now.plus(time);
  }
}
