package io.twinbus.ops.watch;

import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.ops.ledger.InstanceView;
import org.junit.jupiter.api.Test;

class RatesTest {

  private final Rates rates = new Rates();

  @Test
  void aRateIsWhatTwoBeatsDifferIn() {
    InstanceView first = Pictures.lease("a", Pictures.EAST, 1, 100, Pictures.NOW);
    InstanceView later = Pictures.lease("a", Pictures.EAST, 2, 160, Pictures.NOW.plusSeconds(2));

    rates.on(Pictures.at(Pictures.NOW, first), Pictures.LEASE);
    assertThat(rates.of(first)).isZero();
    Snapshot next = Pictures.at(Pictures.NOW.plusSeconds(2), later);
    rates.on(next, Pictures.LEASE);

    assertThat(rates.of(later)).isEqualTo(30);
    assertThat(rates.of(next, Pictures.EAST, Pictures.LEASE)).isEqualTo(30);
    assertThat(rates.of(next, Pictures.WEST, Pictures.LEASE)).isZero();
  }

  @Test
  void aLeaseThatWasNotRenewedKeepsItsRateUntilItRunsOut() {
    InstanceView first = Pictures.lease("a", Pictures.EAST, 1, 0, Pictures.NOW);
    InstanceView later = Pictures.lease("a", Pictures.EAST, 2, 20, Pictures.NOW.plusSeconds(2));
    rates.on(Pictures.at(Pictures.NOW, first), Pictures.LEASE);
    rates.on(Pictures.at(Pictures.NOW.plusSeconds(2), later), Pictures.LEASE);

    rates.on(Pictures.at(Pictures.NOW.plusSeconds(4), later), Pictures.LEASE);
    assertThat(rates.of(later)).isEqualTo(10);
    rates.on(Pictures.at(Pictures.NOW.plusSeconds(30), later), Pictures.LEASE);

    assertThat(rates.of(later)).isZero();
  }

  @Test
  void anInstanceThatCountsFromNothingAgainHasNoNegativeRate() {
    rates.on(
        Pictures.at(Pictures.NOW, Pictures.lease("a", Pictures.EAST, 9, 500, Pictures.NOW)),
        Pictures.LEASE);
    InstanceView again = Pictures.lease("a", Pictures.EAST, 1, 5, Pictures.NOW.plusSeconds(2));

    rates.on(Pictures.at(Pictures.NOW.plusSeconds(2), again), Pictures.LEASE);

    assertThat(rates.of(again)).isZero();
  }
}
