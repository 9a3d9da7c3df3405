package io.twinbus.ledger.unit;

import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.ledger.cosmos.RequestSharing;
import io.twinbus.protocol.time.MonotonicTime;
import io.twinbus.protocol.time.Now;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Delayed;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class RequestSharingTest {

  private static final int ENOUGH = 4;
  private static final Duration MOMENT = Duration.ofMillis(2);
  private static final Instant WALL = Instant.parse("2026-01-01T00:00:00Z");

  @AutoClose("shutdownNow")
  private final TickedTimer timer = new TickedTimer();

  private long nanos;
  private final List<List<Integer>> sent = new ArrayList<>();
  private final Deque<CompletableFuture<Void>> onTheWay = new ArrayDeque<>();
  private final RequestSharing<Integer> gathering =
      new RequestSharing<>(
          ENOUGH, MOMENT, timer, () -> new Now(new MonotonicTime(nanos), WALL), this::send);

  @Test
  void whatMeetsNoOtherGoesAtOnce() {
    gathering.add(1);
    answer();
    gathering.add(2);

    assertThat(sent).containsExactly(List.of(1), List.of(2));
    assertThat(timer.set).as("nobody waits").isEmpty();
  }

  @Test
  void whatComesMeanwhileGoesTogetherWhenNothingIsOnItsWayAnyMore() {
    gathering.add(1);
    gathering.add(2);
    gathering.add(3);
    assertThat(sent).containsExactly(List.of(1));

    answer();

    assertThat(sent).containsExactly(List.of(1), List.of(2, 3));
  }

  @Test
  void whatComesAMomentAfterTheOneBeforeIsNotKeptForCompany() {
    gathering.add(1);
    nanos += MOMENT.toNanos() + 1;
    gathering.add(2);
    assertThat(sent).containsExactly(List.of(1), List.of(2));

    nanos += MOMENT.toNanos();
    gathering.add(3);
    assertThat(sent).as("others may come as soon after it").hasSize(2);
    nanos += MOMENT.toNanos() + 1;
    gathering.add(4);

    assertThat(sent).last().as("what waited goes along").isEqualTo(List.of(3, 4));
  }

  @Test
  void enoughDoNotWaitForAnAnswerAndFewerWaitForTheLast() {
    add(1, 2, 3, 4, 5); // 1 goes alone, four are enough
    add(6);
    assertThat(sent).containsExactly(List.of(1), List.of(2, 3, 4, 5));

    answer();
    assertThat(sent).as("one is on its way yet").hasSize(2);
    answer();

    assertThat(sent).last().isEqualTo(List.of(6));
  }

  @Test
  void aMomentIsTheLongestWaitBehindARequestThatIsNotAnswered() {
    gathering.add(1);
    gathering.add(2);
    timer.tick();
    gathering.add(3);
    timer.tick();

    assertThat(sent).containsExactly(List.of(1), List.of(2), List.of(3));
  }

  @Test
  void whatHasJustComeIsNotSentByATimerThatWasSetForOthers() {
    add(1, 2, 3, 4, 5); // the timer was set for 2, which has gone
    gathering.add(6);
    timer.tick();
    assertThat(sent).hasSize(2);

    timer.tick();

    assertThat(sent).last().isEqualTo(List.of(6));
  }

  @Test
  void aRequestThatFailsIsOneThatIsAnswered() {
    add(1, 2);

    onTheWay.remove().completeExceptionally(new IllegalStateException("lost"));

    assertThat(sent).containsExactly(List.of(1), List.of(2));
  }

  @Test
  void aTimerThatIsShutDownLeavesNobodyBehind() {
    timer.rejects = true;
    add(1, 2, 3);

    answer();

    assertThat(sent).containsExactly(List.of(1), List.of(2, 3));
  }

  /**
   * Whatever the order of arrivals, answers and rings: each is sent once, in order, and in time.
   */
  @Test
  void everythingIsSentOnceAndInOrder() {
    for (int seed = 1; seed <= 200; seed++) {
      play(new Random(seed));
    }
  }

  private void play(Random random) {
    sent.clear();
    int next = 0;
    for (int step = 0; step < 200; step++) {
      switch (random.nextInt(4)) {
        case 0, 1 -> {
          nanos += random.nextLong(MOMENT.toNanos() * 2);
          gathering.add(next++);
        }
        case 2 -> answer();
        default -> timer.tick();
      }
    }
    timer.tick();
    timer.tick(); // twice a moment is the bound
    List<Integer> all = sent.stream().flatMap(List::stream).toList();
    List<Integer> expected = new ArrayList<>();
    for (int i = 0; i < next; i++) {
      expected.add(i);
    }
    assertThat(all).isEqualTo(expected);
    assertThat(sent).allMatch(load -> !load.isEmpty() && load.size() <= ENOUGH);
    while (!onTheWay.isEmpty()) {
      answer();
    }
  }

  private void add(int... items) {
    for (int item : items) {
      gathering.add(item);
    }
  }

  private void answer() {
    CompletableFuture<Void> oldest = onTheWay.poll();
    if (oldest != null) {
      oldest.complete(null);
    }
  }

  private CompletableFuture<Void> send(List<Integer> load) {
    CompletableFuture<Void> answer = new CompletableFuture<>();
    sent.add(load);
    onTheWay.add(answer);
    return answer;
  }

  /** Rings when it is told to. */
  private static final class TickedTimer extends ScheduledThreadPoolExecutor {

    private final List<Runnable> set = new ArrayList<>();
    private boolean rejects;

    TickedTimer() {
      super(1);
    }

    @Override
    public ScheduledFuture<?> schedule(Runnable command, long delay, TimeUnit unit) {
      if (rejects) {
        throw new RejectedExecutionException("shut down");
      }
      set.add(command);
      return new Pending();
    }

    void tick() {
      List<Runnable> due = List.copyOf(set);
      set.clear();
      due.forEach(Runnable::run);
    }
  }

  private static final class Pending extends CompletableFuture<Void>
      implements ScheduledFuture<Void> {

    @Override
    public long getDelay(TimeUnit unit) {
      return 0;
    }

    @Override
    public int compareTo(Delayed other) {
      return 0;
    }
  }
}
