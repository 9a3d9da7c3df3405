package io.twinbus.receiver.session.state;

import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.protocol.time.MonotonicTime;
import io.twinbus.protocol.time.Now;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class WorkerTimesTest {

  private static final MonotonicTime START = new MonotonicTime(0);
  private static final Duration INTERVAL = Duration.ofSeconds(2);
  private static final MonotonicTime RETRY = START.plus(Duration.ofSeconds(10));

  private final WorkerTimes times = new WorkerTimes(INTERVAL, START);

  @Test
  void aHandlerThatIsBackIsCalledAgainAtOnce() {
    times.retryAt(RETRY);

    times.handlerBack(after(4));

    assertThat(times.callNotBefore()).isEqualTo(after(4).monotonic());
  }

  @Test
  void aHandlerThatIsBackDelaysNoCallThatIsDue() {
    times.retryAt(RETRY);

    times.handlerBack(after(11));

    assertThat(times.callNotBefore()).isEqualTo(RETRY);
  }

  @Test
  void whatElseACallWaitsForIsWaitedForThoughTheHandlerIsBack() {
    times.retryAt(START);
    times.callNotBefore(RETRY);

    times.handlerBack(after(4));

    assertThat(times.callNotBefore()).isEqualTo(RETRY);
  }

  @Test
  void aWorkerThatStandsBackClaimsNothingForTwoReads() {
    times.standBack(after(4));

    assertThat(times.claimNotBefore()).isEqualTo(after(8).monotonic());
  }

  @Test
  void eachTimeIsTheOneOfItsOwnEvent() {
    times.worked(after(1));
    times.delivered(after(2));
    times.moved(after(3));

    assertThat(times.bornAt()).isEqualTo(START);
    assertThat(times.busyAt()).isEqualTo(after(1).monotonic());
    assertThat(times.deliveredAt()).isEqualTo(after(2).monotonic());
    assertThat(times.movedAt()).isEqualTo(after(3).monotonic());
  }

  private static Now after(long seconds) {
    Duration time = Duration.ofSeconds(seconds);
    return new Now(START.plus(time), Instant.EPOCH.plus(time));
  }
}
