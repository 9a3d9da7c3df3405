package io.twinbus.local.unit;

import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.local.cosmos.faults.CosmosOperation;
import io.twinbus.local.cosmos.faults.FaultInjector;
import io.twinbus.local.cosmos.faults.FaultRule;
import io.twinbus.local.faults.FaultPoint;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class FaultInjectorTest {
  private final FaultInjector faults = new FaultInjector(new Random(7));

  @Test
  void aFaultStrikesItsOperationAtItsPointSoOftenAndThenEnds() {
    faults.add(FaultRule.dropReply(CosmosOperation.REPLACE).times(2));

    assertThat(strikes(CosmosOperation.CREATE, FaultPoint.AFTER_COMMIT, 5)).isZero();
    assertThat(strikes(CosmosOperation.REPLACE, FaultPoint.BEFORE_COMMIT, 5)).isZero();
    assertThat(strikes(CosmosOperation.REPLACE, FaultPoint.AFTER_COMMIT, 5)).isEqualTo(2);
    assertThat(faults.counts())
        .singleElement()
        .satisfies(
            count -> {
              assertThat(count.struck()).isEqualTo(2);
              assertThat(count.active()).isFalse();
            });
  }

  @Test
  void aFaultForAllWritesSparesReads() {
    faults.add(
        FaultRule.refuse(CosmosOperation.CREATE, 503).forAllWrites().times(FaultRule.UNLIMITED));

    assertThat(strikes(CosmosOperation.READ, FaultPoint.BEFORE_COMMIT, 1)).isZero();
    assertThat(strikes(CosmosOperation.QUERY, FaultPoint.BEFORE_COMMIT, 1)).isZero();
    assertThat(strikes(CosmosOperation.CREATE, FaultPoint.BEFORE_COMMIT, 1)).isOne();
    assertThat(strikes(CosmosOperation.BATCH, FaultPoint.BEFORE_COMMIT, 1)).isOne();
  }

  @Test
  void aProbabilityStrikesItsShareAndTheSeedRepeatsIt() {
    FaultRule rule =
        FaultRule.dropRequest(CosmosOperation.CREATE)
            .times(FaultRule.UNLIMITED)
            .withProbability(0.25);
    FaultInjector again = new FaultInjector(new Random(7));
    faults.add(rule);
    again.add(rule);

    for (int i = 0; i < 1_000; i++) {
      assertThat(faults.strike(CosmosOperation.CREATE, null, FaultPoint.BEFORE_COMMIT))
          .isEqualTo(again.strike(CosmosOperation.CREATE, null, FaultPoint.BEFORE_COMMIT));
    }
    assertThat(faults.counts().get(0).struck()).isBetween(200, 300);
  }

  @Test
  void aFaultInAPartitionSparesTheOthers() {
    faults.add("mine", FaultRule.dropRequest(CosmosOperation.CREATE));

    assertThat(faults.strike(CosmosOperation.CREATE, "other", FaultPoint.BEFORE_COMMIT)).isEmpty();
    assertThat(faults.strike(CosmosOperation.CREATE, null, FaultPoint.BEFORE_COMMIT)).isEmpty();
    assertThat(faults.strike(CosmosOperation.CREATE, "mine", FaultPoint.BEFORE_COMMIT)).isPresent();
  }

  @Test
  void healEndsAllFaults() {
    faults.add(FaultRule.dropRequest(CosmosOperation.CREATE).times(FaultRule.UNLIMITED));

    faults.heal();

    assertThat(strikes(CosmosOperation.CREATE, FaultPoint.BEFORE_COMMIT, 5)).isZero();
  }

  private long strikes(CosmosOperation operation, FaultPoint point, int requests) {
    return IntStream.range(0, requests)
        .filter(i -> faults.strike(operation, null, point).isPresent())
        .count();
  }
}
