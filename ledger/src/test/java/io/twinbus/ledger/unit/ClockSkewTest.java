package io.twinbus.ledger.unit;

import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.ledger.cosmos.ClockSkew;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class ClockSkewTest {

  @Test
  void whatWholeSecondsExplainDoesNotMatter() {
    assertThat(new ClockSkew(Duration.ofSeconds(5)).matters()).isFalse();
    assertThat(new ClockSkew(Duration.ofSeconds(-5)).matters()).isFalse();
    assertThat(new ClockSkew(Duration.ZERO).sentence()).endsWith("agrees with the account's.");
  }

  @Test
  void moreIsSaidWithItsDirection() {
    assertThat(new ClockSkew(Duration.ofSeconds(61)).sentence())
        .startsWith("This machine's clock is 61 s behind the account's");
    assertThat(new ClockSkew(Duration.ofSeconds(-9)).matters()).isTrue();
    assertThat(new ClockSkew(Duration.ofSeconds(-9)).sentence())
        .startsWith("This machine's clock is 9 s ahead of the account's");
  }
}
