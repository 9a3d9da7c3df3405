package io.twinbus.sender.unit;

import static io.twinbus.sender.unit.LaneHarness.EAST;
import static io.twinbus.sender.unit.LaneHarness.WEST;
import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.sender.settings.Acknowledge;
import io.twinbus.sender.settings.AfterFailure;
import io.twinbus.sender.settings.SenderSettings;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Lanes against two regions that drop, refuse and answer falsely; a seed decides everything. */
class RandomLanesTest {

  /** What every build runs, and what meets every kind of end. */
  private static final int ENOUGH = 100;

  private static final int USUAL = Integer.getInteger("sender.seeds", ENOUGH);

  private static final int MANY = 300;

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void keepOrderAndTellTheTruth(boolean oneSessionBatches) {
    RandomRun.Ends ends = new RandomRun.Ends();
    for (int seed = 0; seed < USUAL; seed++) {
      ends.add(run(seed, oneSessionBatches));
    }

    if (USUAL >= ENOUGH) {
      requireEveryKind(ends);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  @Tag("long")
  void keepOrderAndTellTheTruthForLong(boolean oneSessionBatches) {
    for (int seed = USUAL; seed < MANY; seed++) {
      run(seed, oneSessionBatches);
    }
  }

  private static void requireEveryKind(RandomRun.Ends ends) {
    assertThat(ends.acknowledged).as("acknowledged").isGreaterThan(1000);
    assertThat(ends.failed).as("failed").isGreaterThan(100);
    assertThat(ends.passedOver).as("passed over").isGreaterThan(50);
    assertThat(ends.heldBack).as("held back").isGreaterThan(20);
    assertThat(ends.shed).as("shed").isGreaterThan(20);
    assertThat(ends.timedOut).as("timed out").isGreaterThan(100);
    assertThat(ends.retried).as("retried").isGreaterThan(1000);
  }

  private static RandomRun.Ends run(int seed, boolean oneSessionBatches) {
    Random random = new Random(seed);
    SenderSettings settings =
        SenderSettings.builder()
            .lanes(1 + random.nextInt(3))
            .acknowledge(random.nextInt(4) == 0 ? Acknowledge.ALL : Acknowledge.ANY)
            .afterFailure(seed % 3 == 0 ? AfterFailure.FAIL_QUEUED : AfterFailure.GO_ON)
            .deliveryTimeout(Duration.ofSeconds(5 + random.nextInt(20)))
            .maxBatchMessages(1 + random.nextInt(8))
            .maxWaitingMessages(5 + random.nextInt(60))
            .maxSessions(4)
            .oneSessionBatches(oneSessionBatches)
            .build();
    RandomRun run = new RandomRun(seed, random, settings);
    try {
      run.strike();
      if (seed % 5 == 0) {
        run.abandon();
      } else {
        run.heal();
      }
      return run.verify(EAST, WEST);
    } catch (AssertionError | RuntimeException e) {
      throw new AssertionError("seed " + seed + ": " + e.getMessage(), e);
    }
  }
}
