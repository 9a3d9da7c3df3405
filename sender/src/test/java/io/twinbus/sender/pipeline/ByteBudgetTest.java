package io.twinbus.sender.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ByteBudgetTest {

  private final ByteBudget budget = new ByteBudget(100);

  @Test
  void givesAllItHasAndNoMore() {
    assertThat(budget.take(60)).isTrue();
    assertThat(budget.take(41)).isFalse();
    assertThat(budget.take(40)).isTrue();
    assertThat(budget.taken()).isEqualTo(100);

    budget.give(60);

    assertThat(budget.take(61)).isFalse();
    assertThat(budget.take(60)).isTrue();
  }
}
