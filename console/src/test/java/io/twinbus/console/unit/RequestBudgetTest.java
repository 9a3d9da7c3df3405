package io.twinbus.console.unit;

import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.console.commands.RequestBudget;
import io.twinbus.protocol.time.MonotonicTime;
import org.junit.jupiter.api.Test;

class RequestBudgetTest {

  private final RequestBudget budget = new RequestBudget();

  @Test
  void aSteadyCostBelowTheBudgetNeverSpendsIt() {
    for (int second = 0; second < 600; second++) {
      budget.on(second * RequestBudget.PER_SECOND, at(second));

      assertThat(budget.hasRoom()).as("second %d", second).isTrue();
    }
  }

  @Test
  void aCostAboveItSpendsTheReserveAndTimeRefillsIt() {
    budget.on(0, at(0));
    budget.on(RequestBudget.RESERVE + 100, at(1));

    assertThat(budget.hasRoom()).isFalse();

    budget.on(RequestBudget.RESERVE + 100, at(9));
    assertThat(budget.hasRoom()).isTrue();
  }

  @Test
  void whatIsGivenBackIsNotSpent() {
    budget.on(0, at(0));
    budget.on(RequestBudget.RESERVE + 4_000, at(1));
    assertThat(budget.hasRoom()).isFalse();

    budget.on(RequestBudget.RESERVE - 10, at(2));

    assertThat(budget.hasRoom()).isTrue();
  }

  private static MonotonicTime at(long second) {
    return new MonotonicTime(second * 1_000_000_000L);
  }
}
