package io.twinbus.ledger.unit;

import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.ledger.InstanceId;
import io.twinbus.ledger.rules.LeaseRenewal;
import io.twinbus.ledger.rules.LeaseStep;
import io.twinbus.ledger.rules.LeaseTimes;
import io.twinbus.ledger.store.Version;
import io.twinbus.ledger.store.WriteOutcome;
import io.twinbus.protocol.time.MonotonicTime;
import io.twinbus.protocol.time.Now;
import java.time.Duration;
import java.time.Instant;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * A lease that ran out once does not come back: a worker that saw it run out has stopped and left
 * its claim, which nobody would take over from an instance that lives on.
 */
class LeaseRevivalTest {

  private static final WriteOutcome WRITTEN = new WriteOutcome.Written(new Version("v"));

  @Test
  void aReplyThatComesAfterTheLeaseRanOutDoesNotReviveIt() {
    LeaseRenewal keeper =
        new LeaseRenewal(new InstanceId("me"), LeaseTimes.ofDefaults(), new Random(1), at(0));
    keeper.poll(at(0));
    keeper.onWritten(WRITTEN, at(0));
    keeper.poll(at(2_000));
    assertThat(keeper.holdsAt(at(8_050).monotonic())).isFalse();

    keeper.onWritten(WRITTEN, at(8_100));

    assertThat(keeper.holdsAt(at(8_100).monotonic())).isFalse();
    assertThat(keeper.poll(at(8_100))).isInstanceOf(LeaseStep.Lost.class);
  }

  private static Now at(long millis) {
    return new Now(
        new MonotonicTime(Duration.ofMillis(millis).toNanos()), Instant.EPOCH.plusMillis(millis));
  }
}
