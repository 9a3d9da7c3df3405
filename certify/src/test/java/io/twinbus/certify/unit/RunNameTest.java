package io.twinbus.certify.unit;

import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.certify.run.RunName;
import java.time.Duration;
import java.time.Instant;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RunNameTest {

  private static final Instant NOW = Instant.parse("2030-01-02T03:04:05Z");

  @Test
  void aNameSaysWhenItsRunIsOver() {
    RunName run = RunName.of(NOW, Duration.ofMinutes(10), new Random(1));

    RunName read = RunName.read(run.text() + "-any").orElseThrow();

    assertThat(run.text()).startsWith("twinbus-certify-until-20300102t031405-");
    assertThat(read.until()).isEqualTo(NOW.plusSeconds(600));
    assertThat(read.isOver(NOW.plusSeconds(600))).isFalse();
    assertThat(read.isOver(NOW.plusSeconds(601))).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "orders",
        "twinbus-certify",
        "twinbus-certify-until-",
        "twinbus-certify-until-99999999t999999-12345678",
        "my-twinbus-certify-until-20300102t031405-12345678"
      })
  void otherNamesAreNoRuns(String name) {
    assertThat(RunName.read(name)).isEmpty();
  }
}
