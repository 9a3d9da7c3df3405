package io.twinbus.receiver.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.ledger.EntityKey;
import io.twinbus.ledger.InstanceId;
import io.twinbus.ledger.InstanceStats;
import io.twinbus.ledger.InstanceVitals;
import io.twinbus.ledger.SessionDigest;
import io.twinbus.ledger.WriteId;
import io.twinbus.ledger.WriteMark;
import io.twinbus.ledger.rules.FailureDetector;
import io.twinbus.ledger.store.BeatsOutcome;
import io.twinbus.ledger.store.VitalsOutcome;
import io.twinbus.ledger.store.VitalsStore;
import io.twinbus.ledger.store.WriteOutcome;
import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.SessionId;
import io.twinbus.receiver.ticked.TickedTimer;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Whether a receiver learns which of its sessions others wait for. */
class WantedReadsTest {

  private static final Duration LEASE = Duration.ofSeconds(10);
  private static final EntityKey QUEUE = EntityKey.ofQueue("orders");
  private static final SessionId SESSION = new SessionId("parcel-1");
  private static final InstanceId ME = new InstanceId("me");
  private static final InstanceId OTHER = new InstanceId("other");

  @AutoClose("shutdownNow")
  private final TickedTimer timer = new TickedTimer();

  private final FailureDetector board = new FailureDetector(LEASE);
  private final Vitals vitals = new Vitals();
  private final Keeper keeper = new Keeper();
  private final WantedReads reads =
      new WantedReads(
          ME,
          vitals,
          board,
          new LeaseLoop.Setting(
              timer, timer, new Bounded(Duration.ofSeconds(1), new Deadlines(timer))),
          keeper);

  @Test
  void itReadsOnlyWhileIdleSessionsAreKept() {
    keeper.keeps = false;
    reads.start();
    timer.pass(Duration.ofSeconds(10));
    assertThat(vitals.reads).isZero();

    keeper.keeps = true;
    timer.pass(Duration.ofSeconds(5));

    assertThat(vitals.reads).isEqualTo(5);
  }

  @Test
  void whatAnotherWaitsForIsReleased() {
    vitals.tells(OTHER);
    reads.start();

    timer.pass(Duration.ofSeconds(1));

    assertThat(reads.isWanted(QUEUE, SESSION)).isTrue();
    assertThat(reads.isWanted(EntityKey.ofQueue("other"), SESSION)).isFalse();
    assertThat(keeper.releases).isEqualTo(1);
  }

  @Test
  void whatItWaitsForItselfIsNotMeant() {
    vitals.tells(ME);
    reads.start();

    timer.pass(Duration.ofSeconds(1));

    assertThat(reads.isWanted(QUEUE, SESSION)).isFalse();
    assertThat(keeper.releases).isZero();
  }

  @Test
  void theDeadWaitForNothing() {
    var unused = board.isDead(OTHER); // watches it from now on
    for (int second = 0; second <= 2 * LEASE.toSeconds(); second++) {
      timer.pass(Duration.ofSeconds(1));
      board.onRead(
          new BeatsOutcome.Found(List.of()), timer.now().monotonic(), timer.now().monotonic());
    }
    assertThat(board.isDead(OTHER)).isTrue();
    vitals.tells(OTHER);
    reads.start();

    timer.pass(Duration.ofSeconds(1));

    assertThat(reads.isWanted(QUEUE, SESSION)).isFalse();
  }

  @Test
  void readsThatFailForThreeSecondsLeaveNothingKnownUntilOneSucceeds() {
    vitals.fails = true;
    reads.start();
    timer.pass(Duration.ofSeconds(1));
    assertThat(reads.isKnown()).isTrue();
    timer.pass(Duration.ofSeconds(3));
    assertThat(reads.isKnown()).isFalse();

    vitals.fails = false;
    timer.pass(Duration.ofSeconds(1));

    assertThat(reads.isKnown()).isTrue();
  }

  @Test
  void aKeeperThatThrowsIsAskedAgain() {
    vitals.tells(OTHER);
    keeper.throwing = true;
    reads.start();
    timer.pass(Duration.ofSeconds(2));

    keeper.throwing = false;
    timer.pass(Duration.ofSeconds(1));

    assertThat(keeper.releases).isEqualTo(1);
  }

  @Test
  void stoppedItReadsNoMore() {
    reads.start();

    reads.stop();
    timer.pass(Duration.ofSeconds(5));

    assertThat(vitals.reads).isZero();
    assertThat(timer.waiting()).isZero();
  }

  private static final class Keeper implements WantedReads.Keeper {

    private boolean keeps = true;
    private boolean throwing;
    private int releases;

    @Override
    public boolean keepsIdleSessions() {
      return keeps;
    }

    @Override
    public void releaseWanted() {
      if (throwing) {
        throw new IllegalStateException("a defect");
      }
      releases++;
    }
  }

  private static final class Vitals implements VitalsStore {

    private List<InstanceVitals> told = List.of();
    private boolean fails;
    private int reads;

    private void tells(InstanceId instance) {
      told =
          List.of(
              new InstanceVitals(
                  instance,
                  new RegionName("west"),
                  Instant.EPOCH,
                  InstanceStats.UNKNOWN.withWanted(List.of(SessionDigest.of(QUEUE, SESSION))),
                  WriteMark.of(WriteId.random(new Random(1)), Instant.EPOCH)));
    }

    @Override
    public CompletionStage<VitalsOutcome> readAll() {
      reads++;
      return CompletableFuture.completedFuture(
          fails ? new VitalsOutcome.Unknown("down") : new VitalsOutcome.Found(told));
    }

    @Override
    public CompletionStage<WriteOutcome> put(InstanceVitals vitals) {
      throw new AssertionError("nothing is told here");
    }
  }
}
