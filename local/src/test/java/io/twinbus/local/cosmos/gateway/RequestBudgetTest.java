package io.twinbus.local.cosmos.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.InstantSource;
import org.junit.jupiter.api.Test;

class RequestBudgetTest {

  private static final int PER_SECOND = 100;
  private static final long START = 1_000_000;
  private static final long AN_HOUR = 3_600_000;

  private long millis = START;
  private final InstantSource clock = () -> Instant.ofEpochMilli(millis);
  private final RequestBudget budget = new RequestBudget(PER_SECOND, clock);

  @Test
  void aSecondsWorthIsThereAtOnceAndNothingMore() {
    budget.spend(PER_SECOND - 1);
    assertThat(budget.waitMillis()).isZero();

    budget.spend(1);

    assertThat(budget.waitMillis()).as("until there is anything").isOne();
    millis++;
    assertThat(budget.waitMillis()).isZero();
  }

  @Test
  void aDebtIsWaitedFor() {
    budget.spend(3 * PER_SECOND);

    assertThat(budget.waitMillis()).isEqualTo(2_001);
    millis += 2_000;
    assertThat(budget.waitMillis()).isOne();
    millis += 1;
    assertThat(budget.waitMillis()).isZero();
  }

  @Test
  void whatIsNotSpentIsKeptForOneSecond() {
    millis += AN_HOUR;

    assertThat(budget.waitMillis()).isZero();
    budget.spend(2 * PER_SECOND);
    assertThat(budget.waitMillis()).isEqualTo(1_001);
  }

  @Test
  void aClockThatIsSetBackFillsNothingTwice() {
    budget.spend(2 * PER_SECOND);
    millis -= 500;
    assertThat(budget.waitMillis()).isEqualTo(1_001);

    millis += 500;

    assertThat(budget.waitMillis()).as("that half second was had before").isEqualTo(1_001);
  }

  @Test
  void aBudgetWithoutAnEndWaitsForNothing() {
    RequestBudget.ENDLESS.spend(1e9);

    assertThat(RequestBudget.ENDLESS.waitMillis()).isZero();
  }
}
