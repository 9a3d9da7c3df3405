package io.twinbus.ops.servicebus;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PageBoundTest {

  private static final int MOST = 250;

  private final PageBound bound = new PageBound(MOST);

  @Test
  void beginsWithFewCopiesAndDoublesWhileTheyAreSmall() {
    assertThat(bound.next()).isEqualTo(8);
    bound.took(100);
    assertThat(bound.next()).isEqualTo(16);
    for (int i = 0; i < 10; i++) {
      bound.took(100);
    }
    assertThat(bound.next()).isEqualTo(MOST);
  }

  @Test
  void asksForAsManyOfTheLargestAsItsBytesAllow() {
    for (int i = 0; i < 10; i++) {
      bound.took(100);
    }

    bound.took(PageBound.BYTES / 4);

    assertThat(bound.next()).isEqualTo(4);
    bound.took(100);
    assertThat(bound.next()).as("the largest so far counts, not the last").isEqualTo(4);
  }

  @Test
  void asksForOneWhereTheLargestIsLargerThanItsBytes() {
    bound.took(PageBound.BYTES * 10L);

    assertThat(bound.next()).isEqualTo(1);
    bound.took(1);
    assertThat(bound.next()).isEqualTo(1);
  }

  @Test
  void neverAsksForMoreThanItsMost() {
    assertThat(new PageBound(3).next()).isEqualTo(3);
  }
}
