package io.twinbus.receiver.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.ledger.Directive;
import io.twinbus.ledger.InstanceId;
import io.twinbus.ledger.InstanceLease;
import io.twinbus.ledger.InstanceVitals;
import io.twinbus.ledger.rules.FailureDetector;
import io.twinbus.ledger.store.BeatsOutcome;
import io.twinbus.ledger.store.DirectiveStore;
import io.twinbus.ledger.store.InstanceStores;
import io.twinbus.ledger.store.LeaseStore;
import io.twinbus.ledger.store.ReadOutcome;
import io.twinbus.ledger.store.Version;
import io.twinbus.ledger.store.VitalsOutcome;
import io.twinbus.ledger.store.VitalsStore;
import io.twinbus.ledger.store.WriteOutcome;
import io.twinbus.protocol.time.Now;
import io.twinbus.receiver.ticked.TickedTimer;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Whether dead instances are judged, whatever happens to a look at the leases. */
class LeaseWatchTest {

  private static final Duration LEASE = Duration.ofSeconds(10);
  private static final InstanceId SILENT = new InstanceId("silent");

  @AutoClose("shutdownNow")
  private final TickedTimer timer = new TickedTimer();

  private final Set<InstanceId> dead = new HashSet<>();
  private final Leases leases = new Leases();
  private final Directives wishes = new Directives();
  private boolean listenerThrows;
  private int defects;
  private int directives;
  private final LeaseWatch watch =
      new LeaseWatch(
          new LeaseWatch.Observed(new FailureDetector(LEASE), LEASE),
          new InstanceStores(leases, new NoVitals(), wishes),
          new LeaseLoop.Setting(
              timer, this::now, new Bounded(Duration.ofSeconds(1), new Deadlines(timer))),
          new LeaseWatch.Listener() {
            @Override
            public void dead(Set<InstanceId> instances) {
              dead.addAll(instances);
              if (listenerThrows) {
                throw new AssertionError("a defect");
              }
            }

            @Override
            public void directed(Optional<Directive> directive) {
              directives++;
            }
          });

  @Test
  void anInstanceWithoutABeatIsJudgedAfterTheLeaseAndNotSooner() {
    watch.start();
    timer.pass(LEASE.minusSeconds(1));
    assertThat(dead).isEmpty();

    timer.pass(LEASE);

    assertThat(dead).containsExactly(SILENT);
    assertThat(directives).isPositive();
  }

  @Test
  void aReadThatThrowsIsNotTheLastOne() {
    leases.isBroken = true;
    watch.start();
    timer.pass(LEASE);
    assertThat(watch.trouble()).contains("Missing");
    leases.isBroken = false;

    timer.pass(LEASE.multipliedBy(3));

    assertThat(dead).containsExactly(SILENT);
    assertThat(watch.trouble()).isEmpty();
  }

  @Test
  void aLookThatFailsIsNotTheLastOne() {
    defects = 1;
    watch.start();
    assertThat(watch.trouble()).contains("a defect");

    timer.pass(LEASE.multipliedBy(2));

    assertThat(dead).containsExactly(SILENT);
    assertThat(watch.trouble()).isEmpty();
  }

  @Test
  void aJudgementThatFailsIsNotTheLastOne() {
    listenerThrows = true;
    watch.start();
    timer.pass(LEASE.multipliedBy(2));
    assertThat(dead).containsExactly(SILENT);
    int before = leases.reads;

    timer.pass(LEASE.multipliedBy(2));

    assertThat(leases.reads).isGreaterThan(before);
  }

  @Test
  void theDirectiveIsNotReadWithEachReadOfTheLeases() {
    watch.start();

    timer.pass(Duration.ofMillis(4_900));

    assertThat(leases.reads).as("at 0, 1.6, 3.2 and 4.8 s").isEqualTo(4);
    assertThat(wishes.reads).as("at 0 and 3.2 s").isEqualTo(2);
    assertThat(directives).isEqualTo(2);
  }

  /** Taken for none, it would end every pause and evacuation. */
  @Test
  void aDirectiveThatCannotBeReadIsNotTakenForNone() {
    wishes.isUnknown = true;
    watch.start();
    timer.pass(LEASE.multipliedBy(2));
    assertThat(directives).isZero();
    wishes.isUnknown = false;

    timer.pass(LEASE.multipliedBy(2));

    assertThat(directives).isPositive();
  }

  @Test
  void stoppedItLooksNoMore() {
    watch.start();
    timer.pass(Duration.ofSeconds(1));

    watch.stop();
    timer.pass(Duration.ofSeconds(5));

    assertThat(timer.waiting()).isZero();
  }

  private Now now() {
    if (defects > 0) {
      defects--;
      throw new AssertionError("a defect");
    }
    return timer.now();
  }

  /** One instance that does not beat. */
  private static final class Leases implements LeaseStore {

    private boolean isBroken;
    private int reads;

    @Override
    public CompletionStage<BeatsOutcome> readAll() {
      reads++;
      if (isBroken) {
        throw new NoClassDefFoundError("Missing");
      }
      return CompletableFuture.completedFuture(
          new BeatsOutcome.Found(List.of(new BeatsOutcome.Beat(SILENT, 7, Instant.EPOCH))));
    }

    @Override
    public CompletionStage<BeatsOutcome> readSome(Set<InstanceId> instances) {
      return readAll();
    }

    @Override
    public CompletionStage<ReadOutcome<InstanceLease>> read(InstanceId instance) {
      throw new AssertionError("an observer reads them together");
    }

    @Override
    public CompletionStage<WriteOutcome> create(InstanceLease next) {
      throw new AssertionError("an observer writes nothing");
    }

    @Override
    public CompletionStage<WriteOutcome> replace(InstanceLease next, Version version) {
      throw new AssertionError("an observer writes nothing");
    }
  }

  /** Nobody has written one. */
  private static final class Directives implements DirectiveStore {

    private boolean isUnknown;
    private int reads;

    @Override
    public CompletionStage<ReadOutcome<Directive>> read() {
      reads++;
      return CompletableFuture.completedFuture(
          isUnknown ? new ReadOutcome.Unknown<>("busy") : new ReadOutcome.Absent<>());
    }

    @Override
    public CompletionStage<WriteOutcome> create(Directive directive) {
      throw new AssertionError("an observer writes nothing");
    }

    @Override
    public CompletionStage<WriteOutcome> replace(Directive directive, Version version) {
      throw new AssertionError("an observer writes nothing");
    }
  }

  private static final class NoVitals implements VitalsStore {

    @Override
    public CompletionStage<VitalsOutcome> readAll() {
      throw new AssertionError("an observer of leases reads no vitals");
    }

    @Override
    public CompletionStage<WriteOutcome> put(InstanceVitals vitals) {
      throw new AssertionError("an observer writes nothing");
    }
  }
}
