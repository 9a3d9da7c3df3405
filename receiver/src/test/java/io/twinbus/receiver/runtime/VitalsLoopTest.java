package io.twinbus.receiver.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.ledger.EntityKey;
import io.twinbus.ledger.HandlerVitals;
import io.twinbus.ledger.InstanceId;
import io.twinbus.ledger.InstanceStats;
import io.twinbus.ledger.InstanceVitals;
import io.twinbus.ledger.store.Version;
import io.twinbus.ledger.store.VitalsOutcome;
import io.twinbus.ledger.store.VitalsStore;
import io.twinbus.ledger.store.WriteOutcome;
import io.twinbus.protocol.RegionName;
import io.twinbus.receiver.ticked.TickedTimer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class VitalsLoopTest {

  private static final Duration LONG = Duration.ofSeconds(30);

  /** Sooner than vitals are told anew that have not changed. */
  private static final Duration SOON = Duration.ofSeconds(5);

  private static final InstanceStats STATS =
      new InstanceStats("0.1.0", InstanceStats.State.WORKING, 0, 0, 0, 0)
          .withHandlers(
              List.of(
                  new HandlerVitals(
                      EntityKey.ofQueue("orders"),
                      HandlerVitals.State.UP,
                      Instant.EPOCH,
                      "",
                      Optional.of(Instant.EPOCH))));

  @AutoClose("shutdownNow")
  private final TickedTimer timer = new TickedTimer();

  private final Store store = new Store();
  private int defects;
  private final VitalsLoop loop =
      new VitalsLoop(
          new VitalsLoop.Teller(new InstanceId("i"), new RegionName("east"), this::stats),
          store,
          new LeaseLoop.Setting(
              timer, timer, new Bounded(Duration.ofSeconds(1), new Deadlines(timer))),
          new Random(1));

  @Test
  void theyAreToldAtTheStartAndNowAndThen() {
    loop.start();
    assertThat(store.puts).hasSize(1);

    timer.pass(SOON);
    assertThat(store.puts).as("nothing has changed").hasSize(1);
    timer.pass(LONG);

    assertThat(store.puts).hasSizeGreaterThan(2);
  }

  @Test
  void aLookThatFailsIsNotTheLastOne() {
    defects = 1;
    loop.start();
    assertThat(store.puts).isEmpty();

    timer.pass(LONG);

    assertThat(store.puts).hasSizeGreaterThan(1);
  }

  @Test
  void whatMayNotHaveLandedIsToldAgainSoon() {
    store.outcome = new WriteOutcome.Unknown("busy");
    loop.start();

    timer.pass(SOON);

    assertThat(store.puts).hasSizeGreaterThan(1);
  }

  /** The write before may land after it, and bring back what a later one has taken back. */
  @Test
  void behindAWriteThatMayStillLandNothingIsSaidOfCallsThatEndedWell() {
    store.outcome = new WriteOutcome.Unknown("busy");
    loop.start();
    store.outcome = new WriteOutcome.Written(new Version("v"));

    timer.pass(LONG);

    assertThat(store.puts).hasSizeGreaterThan(2);
    assertThat(store.puts.get(0).stats()).isEqualTo(STATS);
    assertThat(store.puts.get(1).stats()).isEqualTo(STATS.withoutEvidence());
    assertThat(store.puts.get(2).stats()).isEqualTo(STATS);
  }

  @Test
  void stoppedTheyAreToldNoMoreAndNoTimerIsLeft() {
    loop.start();
    timer.pass(SOON);
    int told = store.puts.size();

    loop.stop();
    assertThat(timer.waiting()).isZero();
    timer.pass(LONG);

    assertThat(store.puts).hasSize(told);
  }

  private InstanceStats stats() {
    if (defects > 0) {
      defects--;
      throw new AssertionError("a defect");
    }
    return STATS;
  }

  /** Answers each write at once. */
  private static final class Store implements VitalsStore {

    private final List<InstanceVitals> puts = new ArrayList<>();
    private WriteOutcome outcome = new WriteOutcome.Written(new Version("v"));

    @Override
    public CompletionStage<VitalsOutcome> readAll() {
      throw new AssertionError("who tells does not read");
    }

    @Override
    public CompletionStage<WriteOutcome> put(InstanceVitals vitals) {
      puts.add(vitals);
      return CompletableFuture.completedFuture(outcome);
    }
  }
}
