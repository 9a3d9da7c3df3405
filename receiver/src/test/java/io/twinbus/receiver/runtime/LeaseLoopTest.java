package io.twinbus.receiver.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.twinbus.ledger.InstanceId;
import io.twinbus.ledger.InstanceLease;
import io.twinbus.ledger.rules.LeaseRenewal;
import io.twinbus.ledger.rules.LeaseTimes;
import io.twinbus.ledger.store.BeatsOutcome;
import io.twinbus.ledger.store.LeaseStore;
import io.twinbus.ledger.store.ReadOutcome;
import io.twinbus.ledger.store.Version;
import io.twinbus.ledger.store.WriteOutcome;
import io.twinbus.protocol.time.Now;
import io.twinbus.receiver.ticked.TickedTimer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.slf4j.LoggerFactory;

@Isolated("it looks at the log")
class LeaseLoopTest {

  private static final LeaseTimes TIMES = LeaseTimes.ofDefaults();

  @AutoClose("shutdownNow")
  private final TickedTimer timer = new TickedTimer();

  /** Runs on the timer, until it is gone. */
  @AutoClose("shutdownNow")
  private final ScheduledThreadPoolExecutor thread =
      new ScheduledThreadPoolExecutor(1) {
        @Override
        public ScheduledFuture<?> schedule(Runnable task, long delay, TimeUnit unit) {
          if (threadIsGone) {
            throw new RejectedExecutionException("shut down");
          }
          return timer.schedule(task, delay, unit);
        }

        @Override
        public void execute(Runnable task) {
          var unused = schedule(task, 0, TimeUnit.NANOSECONDS);
        }
      };

  private final Leases leases = new Leases();
  private final List<String> told = new ArrayList<>();
  private final LeaseRenewal lease =
      new LeaseRenewal(new InstanceId("i"), TIMES, new Random(1), timer.now());
  private boolean listenerThrows;
  private boolean clockThrows;
  private boolean threadIsGone;

  @Test
  void theLeaseBeatsOnAndIsSaidToHoldOnce() {
    start();

    timer.pass(TIMES.lease().multipliedBy(3));

    assertThat(told).containsExactly("held");
    assertThat(leases.writes).isGreaterThan(3);
    assertThat(lease.holdsAt(timer.now().monotonic())).isTrue();
  }

  @Test
  void oneWriteThatFailsIsNotTheLastOne() {
    start();
    timer.pass(TIMES.beat());
    leases.isSilent = true;
    timer.pass(TIMES.beat().multipliedBy(2));
    leases.isSilent = false;

    timer.pass(TIMES.lease());

    assertThat(told).containsExactly("held");
    assertThat(lease.holdsAt(timer.now().monotonic())).isTrue();
  }

  @Test
  void aLeaseThatIsNotWrittenInTimeIsLostOnce() {
    start();
    timer.pass(TIMES.beat());
    leases.isSilent = true;

    timer.pass(TIMES.lease().multipliedBy(3));

    assertThat(told).hasSize(2);
    assertThat(told.get(1)).startsWith("lost");
  }

  @Test
  void aLeaseIsCalledRenewedWhenItIsAndNotWhenItIsLostAlready() {
    ListAppender<ILoggingEvent> lines = new ListAppender<>();
    lines.start();
    Logger log = (Logger) LoggerFactory.getLogger(LeaseLoop.class);
    log.addAppender(lines);
    try {
      start(TIMES.lease());
      leases.isUnknown = true;
      timer.pass(TIMES.beat());
      leases.isUnknown = false;
      timer.pass(TIMES.beat());
      assertThat(lines.list).filteredOn(LeaseLoopTest::saysRenewed).hasSize(1);

      leases.isUnknown = true;
      timer.pass(TIMES.beat());
      leases.isUnknown = false;
      leases.isSilent = true;
      for (int i = 0; i < 10_000 && told.size() < 2; i++) {
        timer.pass(Duration.ofMillis(10));
      }
      assertThat(told).last().asString().startsWith("lost");
      assertThat(leases.pending.complete(new WriteOutcome.Written(new Version("late")))).isTrue();
      timer.pass(TIMES.lease());

      assertThat(lines.list).filteredOn(LeaseLoopTest::saysRenewed).hasSize(1);
      assertThat(told).as("a late answer does not lose it again").hasSize(2);
    } finally {
      log.detachAppender(lines);
    }
  }

  private static boolean saysRenewed(ILoggingEvent line) {
    return line.getFormattedMessage().contains("is renewed again");
  }

  @Test
  void aLoopThatCrashesSaysThatTheLeaseIsLost() {
    listenerThrows = true;

    start();
    timer.pass(TIMES.lease());

    assertThat(told).hasSize(2);
    assertThat(told.get(1)).startsWith("lost");
  }

  /** A beat that its timer runs, and not an answer of the ledger. */
  @Test
  void aBeatThatCrashesSaysThatTheLeaseIsLost() {
    start();
    timer.pass(TIMES.beat());
    clockThrows = true;

    timer.pass(TIMES.lease());

    assertThat(told).hasSize(2);
    assertThat(told.get(1)).startsWith("lost");
  }

  @Test
  void aLoopThatCrashesHoldsItsLeaseNoMore() {
    start();
    timer.pass(TIMES.beat());
    assertThat(lease.holdsAt(timer.now().monotonic())).isTrue();
    clockThrows = true;
    timer.pass(TIMES.beat().multipliedBy(2));
    clockThrows = false;

    assertThat(told).hasSize(2);
    assertThat(lease.holdsAt(timer.now().monotonic())).as("no call may begin").isFalse();
  }

  @Test
  void howeverOftenItBeatsOneTimerWaits() {
    start();

    timer.pass(TIMES.lease().multipliedBy(10));

    assertThat(timer.waiting()).isEqualTo(1);
  }

  @Test
  void stoppedItBeatsNoMoreAndLosesNothing() {
    LeaseLoop loop = start();
    timer.pass(TIMES.beat());
    int before = leases.writes;

    loop.stop();
    timer.pass(TIMES.lease().multipliedBy(3));

    assertThat(leases.writes).isEqualTo(before);
    assertThat(told).containsExactly("held");
  }

  /** The process ends, so the loop must not have the receiver begin a new incarnation. */
  @Test
  void whereItsThreadTakesNoTasksAnyMoreItEndsWithoutALoss() {
    start();
    timer.pass(TIMES.beat());
    leases.isSilent = true; // it rests until the answer, and cannot
    threadIsGone = true;

    timer.pass(TIMES.lease().multipliedBy(3));

    assertThat(told).containsExactly("held");
  }

  private Now now() {
    if (clockThrows) {
      throw new AssertionError("a defect");
    }
    return timer.now();
  }

  private LeaseLoop start() {
    return start(Duration.ofSeconds(1));
  }

  /** Each operation may take so long. */
  private LeaseLoop start(Duration bound) {
    Bounded bounded = new Bounded(bound, new Deadlines(timer));
    LeaseLoop loop =
        new LeaseLoop(
            lease,
            leases,
            new LeaseLoop.Setting(thread, this::now, bounded),
            new LeaseLoop.Listener() {
              @Override
              public void held() {
                told.add("held");
                if (listenerThrows) {
                  throw new AssertionError("a defect");
                }
              }

              @Override
              public void lost(String why) {
                told.add("lost: " + why);
              }
            });
    loop.start();
    return loop;
  }

  /** Leases that are written at once, or nobody knows, or are not answered. */
  private static final class Leases implements LeaseStore {

    private CompletableFuture<WriteOutcome> pending = new CompletableFuture<>();
    private boolean isSilent;
    private boolean isUnknown;
    private int writes;

    @Override
    public CompletionStage<BeatsOutcome> readAll() {
      throw new AssertionError("A lease is kept without looking at the others.");
    }

    @Override
    public CompletionStage<BeatsOutcome> readSome(Set<InstanceId> instances) {
      throw new AssertionError("A lease is kept without looking at the others.");
    }

    @Override
    public CompletionStage<ReadOutcome<InstanceLease>> read(InstanceId instance) {
      return isSilent
          ? new CompletableFuture<>()
          : CompletableFuture.completedFuture(new ReadOutcome.Absent<>());
    }

    @Override
    public CompletionStage<WriteOutcome> create(InstanceLease next) {
      return write();
    }

    @Override
    public CompletionStage<WriteOutcome> replace(InstanceLease next, Version version) {
      return write();
    }

    private CompletionStage<WriteOutcome> write() {
      if (isSilent) {
        pending = new CompletableFuture<>();
        return pending;
      }
      if (isUnknown) {
        return CompletableFuture.completedFuture(new WriteOutcome.Unknown("busy"));
      }
      writes++;
      return CompletableFuture.completedFuture(
          new WriteOutcome.Written(new Version(Integer.toString(writes))));
    }
  }
}
