package io.twinbus.receiver.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.protocol.time.MonotonicTime;
import io.twinbus.receiver.ticked.TickedTimer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class AlarmTest {

  @AutoClose("shutdownNow")
  private final TickedTimer timer = new TickedTimer();

  private final List<Long> rung = new ArrayList<>();
  private final Alarm alarm =
      new Alarm(timer, timer, () -> rung.add(timer.now().monotonic().nanos() / 1_000_000));

  @Test
  void onlyTheLatestTimeCounts() {
    alarm.set(at(100));
    alarm.set(at(300));
    alarm.set(at(200));

    timer.pass(Duration.ofSeconds(1));

    assertThat(rung).containsExactly(200L);
  }

  @Test
  void anEarlierTimeTakesTheTimerAwayFromALaterOne() {
    alarm.set(at(300));
    alarm.set(at(100));

    assertThat(timer.waiting()).isEqualTo(1);
    timer.pass(Duration.ofSeconds(1));
    assertThat(rung).containsExactly(100L);
  }

  @Test
  void clearedItRingsNoMoreAndItsTimerIsCancelled() {
    alarm.set(at(100));

    alarm.clear();

    assertThat(timer.waiting()).isZero();
    timer.pass(Duration.ofSeconds(1));
    assertThat(rung).isEmpty();
  }

  @Test
  void aTimerThatFiresOnceMoreStartsNoSecondOne() {
    List<Runnable> fired = new ArrayList<>();
    ScheduledThreadPoolExecutor once =
        new ScheduledThreadPoolExecutor(1) {
          @Override
          public ScheduledFuture<?> schedule(Runnable task, long delay, TimeUnit unit) {
            fired.add(task);
            return timer.schedule(task, delay, unit);
          }
        };
    Alarm twice = new Alarm(once, timer, () -> rung.add(0L));
    twice.set(at(100));
    twice.set(at(500));
    timer.pass(Duration.ofMillis(100)); // the first timer has set a second one

    fired.get(0).run();

    assertThat(timer.waiting()).isEqualTo(1);
    once.shutdownNow();
  }

  private static MonotonicTime at(long millis) {
    return new MonotonicTime(millis * 1_000_000);
  }
}
