package io.twinbus.ops.unit;

import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.ledger.ClaimId;
import io.twinbus.ledger.InstanceId;
import io.twinbus.ledger.InstanceLease;
import io.twinbus.ledger.Owner;
import io.twinbus.ledger.WriteId;
import io.twinbus.ledger.WriteMark;
import io.twinbus.ledger.rules.OwnerState;
import io.twinbus.ops.acts.OwnerWatch;
import io.twinbus.ops.command.CliContext;
import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.settings.FlatSettings;
import io.twinbus.protocol.time.MonotonicTime;
import io.twinbus.protocol.time.Now;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Time passes only where the watch waits. */
class OwnerWatchTest {

  private static final Owner OWNER =
      new Owner(new RegionName("east"), new InstanceId("a"), new ClaimId("c"));
  private static final FlatSettings SETTINGS =
      FlatSettings.of(Map.of("twinbus.receiver.lease", "4s"));

  private final LedgerDouble ledger = new LedgerDouble();
  private final List<String> told = new ArrayList<>();
  private Duration passed = Duration.ZERO;
  private Runnable meanwhile = () -> {};

  @Test
  void nobodyIsDeadAtOnce() {
    assertThat(watch().judge(null, told::add)).isEqualTo(OwnerState.DEAD);
    assertThat(told).isEmpty();
  }

  @Test
  void aBeatThatMovesIsASignOfLife() {
    beat(7);
    meanwhile = () -> beat(passed.compareTo(Duration.ofSeconds(1)) > 0 ? 8 : 7);

    assertThat(watch().judge(OWNER, told::add)).isEqualTo(OwnerState.ALIVE);
    assertThat(passed).isLessThan(Duration.ofSeconds(4));
    assertThat(told).singleElement().asString().contains("east/a");
  }

  @Test
  void aBeatThatStandsStillForAWholeLeaseIsDeath() {
    beat(7);

    assertThat(watch().judge(OWNER, told::add)).isEqualTo(OwnerState.DEAD);
    assertThat(passed).isBetween(Duration.ofSeconds(4), Duration.ofSeconds(6));
  }

  @Test
  void anAbsentLeaseIsDeathToo() {
    assertThat(watch().judge(OWNER, told::add)).isEqualTo(OwnerState.DEAD);
    assertThat(passed).isGreaterThanOrEqualTo(Duration.ofSeconds(4));
  }

  @Test
  void whileTheLedgerDoesNotSayTheOwnerCountsAsAlive() {
    beat(7);
    ledger.failing = true;

    assertThat(watch().judge(OWNER, told::add)).isEqualTo(OwnerState.ALIVE);
    assertThat(passed).as("a bound").isLessThan(Duration.ofSeconds(20));
  }

  private OwnerWatch watch() {
    return new OwnerWatch(
        ledger.access().open(SETTINGS),
        SETTINGS,
        new CliContext(
            ledger.access(),
            (region, entity) -> {
              throw new AssertionError("No queue is asked.");
            },
            () -> new Now(new MonotonicTime(passed.toNanos()), Instant.EPOCH.plus(passed)),
            time -> {
              passed = passed.plus(time);
              meanwhile.run();
            },
            Map.of()));
  }

  private void beat(long beat) {
    ledger.leases.clear();
    ledger.leases.add(
        new InstanceLease(OWNER.instance(), beat, WriteMark.of(new WriteId("w"), Instant.EPOCH)));
  }
}
