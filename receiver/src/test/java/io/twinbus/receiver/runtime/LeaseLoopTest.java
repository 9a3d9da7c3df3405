package io.twinbus.receiver.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.ledger.InstanceId;
import io.twinbus.ledger.InstanceLease;
import io.twinbus.ledger.rules.LeaseRenewal;
import io.twinbus.ledger.rules.LeaseTimes;
import io.twinbus.ledger.store.BeatsOutcome;
import io.twinbus.ledger.store.LeaseStore;
import io.twinbus.ledger.store.ReadOutcome;
import io.twinbus.ledger.store.Version;
import io.twinbus.ledger.store.WriteOutcome;
import io.twinbus.receiver.ticked.TickedTimer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class LeaseLoopTest {

  private static final LeaseTimes TIMES = LeaseTimes.ofDefaults();

  @AutoClose("shutdownNow")
  private final TickedTimer timer = new TickedTimer();

  private final Leases leases = new Leases();
  private final List<String> told = new ArrayList<>();
  private final LeaseRenewal lease =
      new LeaseRenewal(new InstanceId("i"), TIMES, new Random(1), timer.now());
  private boolean listenerThrows;

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
  void aLoopThatCrashesSaysThatTheLeaseIsLost() {
    listenerThrows = true;

    start();
    timer.pass(TIMES.lease());

    assertThat(told).hasSize(2);
    assertThat(told.get(1)).startsWith("lost");
  }

  private void start() {
    Bounded bounded = new Bounded(Duration.ofSeconds(1), new Deadlines(timer));
    new LeaseLoop(
            lease,
            leases,
            new LeaseLoop.Setting(timer, timer, bounded),
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
            })
        .start();
  }

  /** Leases that are written at once, or never answered. */
  private static final class Leases implements LeaseStore {

    private boolean isSilent;
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
        return new CompletableFuture<>();
      }
      writes++;
      return CompletableFuture.completedFuture(
          new WriteOutcome.Written(new Version(Integer.toString(writes))));
    }
  }
}
