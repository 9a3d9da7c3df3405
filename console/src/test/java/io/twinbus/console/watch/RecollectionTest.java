package io.twinbus.console.watch;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class RecollectionTest {

  private static final Instant BEGIN = Instant.parse("2026-03-01T12:00:00Z");

  private final Recollection memory = new Recollection();

  @Test
  void itReachesFifteenMinutesBackAndNoFurther() {
    for (int second = 0; second <= 3_600; second += 5) {
      memory.add(new Point(BEGIN.plusSeconds(second), new TreeMap<>()));
    }

    assertThat(memory.all().get(0).at()).isEqualTo(BEGIN.plusSeconds(2_700));
    assertThat(memory.all().get(memory.all().size() - 1).at()).isEqualTo(BEGIN.plusSeconds(3_600));
  }

  @Test
  void itHoldsNoMoreThanItsBoundHoweverOftenTheConsoleLooks() {
    for (int look = 0; look < 5_000; look++) {
      memory.add(new Point(BEGIN.plusMillis(look), new TreeMap<>()));
    }

    assertThat(memory.all()).hasSize(Recollection.MAX_POINTS);
  }
}
