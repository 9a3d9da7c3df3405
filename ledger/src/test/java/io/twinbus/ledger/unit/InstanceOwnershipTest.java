package io.twinbus.ledger.unit;

import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.ledger.ClaimId;
import io.twinbus.ledger.InstanceId;
import io.twinbus.ledger.Owner;
import io.twinbus.ledger.rules.ClaimRegistry;
import io.twinbus.ledger.rules.FailureDetector;
import io.twinbus.ledger.rules.InstanceOwnership;
import io.twinbus.ledger.rules.LeaseRenewal;
import io.twinbus.ledger.rules.LeaseTimes;
import io.twinbus.ledger.rules.OwnerState;
import io.twinbus.ledger.rules.StartGate;
import io.twinbus.ledger.store.BeatsOutcome;
import io.twinbus.ledger.store.Version;
import io.twinbus.ledger.store.WriteOutcome;
import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.time.MonotonicTime;
import io.twinbus.protocol.time.Now;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class InstanceOwnershipTest {

  private static final InstanceId ME = new InstanceId("me");
  private static final InstanceId OTHER = new InstanceId("other");
  private static final ClaimId CLAIM = new ClaimId("c");

  private final StartGate gate = new StartGate();
  private final ClaimRegistry claims = new ClaimRegistry(gate);
  private final FailureDetector others = new FailureDetector(Duration.ofSeconds(10));
  private final LeaseRenewal lease =
      new LeaseRenewal(ME, LeaseTimes.ofDefaults(), new Random(1), at(0));
  private final InstanceOwnership ownership = new InstanceOwnership(lease, claims, others);

  @Test
  void anInstanceWorksWhileItsLeaseHolds() {
    assertThat(ownership.mayWork(at(0).monotonic())).isFalse();
    lease.poll(at(0));
    lease.onWritten(new WriteOutcome.Written(new Version("1")), at(0));

    assertThat(ownership.mayWork(at(7).monotonic())).isTrue();
    assertThat(ownership.mayWork(at(8).monotonic())).isFalse();
  }

  @Test
  void aClaimOfItsOwnIsAnOrphanUnlessAWorkerServesIt() {
    claims.goBy(ME);
    assertThat(judgedOf(ME)).isEqualTo(OwnerState.ORPHAN);

    ownership.serve(CLAIM);
    assertThat(judgedOf(ME)).isEqualTo(OwnerState.SERVED);

    ownership.unserve(CLAIM);
    assertThat(judgedOf(ME)).isEqualTo(OwnerState.ORPHAN);
  }

  @Test
  void anotherInstanceIsJudgedByItsBeat() {
    ownership.serve(CLAIM);
    reads(0);
    reads(9);
    assertThat(judgedOf(OTHER)).isEqualTo(OwnerState.ALIVE);

    reads(10);

    assertThat(judgedOf(OTHER)).isEqualTo(OwnerState.DEAD);
  }

  @Test
  void theGateIsThatOfTheProcess() {
    assertThat(ownership.gate()).isSameAs(gate);
  }

  private OwnerState judgedOf(InstanceId instance) {
    return ownership.judge(new Owner(new RegionName("east"), instance, CLAIM));
  }

  private void reads(long second) {
    BeatsOutcome.Beat beat = new BeatsOutcome.Beat(OTHER, 1, Instant.EPOCH);
    MonotonicTime read = at(second).monotonic();
    others.onRead(new BeatsOutcome.Found(List.of(beat)), read, read);
  }

  private static Now at(long second) {
    return new Now(
        new MonotonicTime(Duration.ofSeconds(second).toNanos()), Instant.ofEpochSecond(second));
  }
}
