package io.twinbus.console.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twinbus.ledger.SessionStatus;
import io.twinbus.ops.CommandFailure;
import io.twinbus.ops.ExitCode;
import io.twinbus.ops.watch.Census.Counts;
import io.twinbus.protocol.time.MonotonicTime;
import io.twinbus.protocol.time.Now;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PacedCensusTest {

  private static final Instant BEGIN = Instant.parse("2026-03-01T10:00:00Z");

  private final PacedCensus census = new PacedCensus(this::now);
  private long second;
  private double total = 7;
  private int taken;

  @Test
  void aCheapCensusIsTakenEveryThreeSeconds() {
    assertThat(PacedCensus.pause(2)).isEqualTo(PacedCensus.SHORTEST);
  }

  @Test
  void anExpensiveOneIsPaidForByAPause() {
    Duration pause = PacedCensus.pause(400);

    assertThat(400 / pause.toSeconds()).isLessThanOrEqualTo((long) PacedCensus.PER_SECOND);
  }

  @Test
  void betweenTwoTheLastOneStandsAndItsCostIsTold() {
    Counts first = census.take(() -> counted(400), () -> total);
    second = 99;

    assertThat(census.take(() -> counted(400), () -> total)).isEqualTo(first);
    assertThat(census.takenAt()).contains(BEGIN);
    assertThat(census.cost()).isEqualTo(400);

    second = 100;
    assertThat(census.take(() -> counted(400), () -> total)).isNotEqualTo(first);
    assertThat(census.takenAt()).contains(BEGIN.plusSeconds(100));
    assertThat(census.cost()).isEqualTo(800);
  }

  @Test
  void oneThatFailsHasToBePaidForBeforeTheNext() {
    assertThatThrownBy(() -> census.take(() -> failed(400), () -> total))
        .isInstanceOf(CommandFailure.class);
    second = 99;

    assertThat(census.take(() -> counted(1), () -> total).byStatus()).isEmpty();
    assertThat(census.takenAt()).isEqualTo(Optional.empty());
    assertThat(census.cost()).isEqualTo(400);

    second = 100;
    assertThat(census.take(() -> counted(1), () -> total).byStatus()).isNotEmpty();
  }

  private Counts counted(double units) {
    total += units;
    taken++;
    return new Counts(Map.of(SessionStatus.IDLE, (long) taken), 0);
  }

  private Counts failed(double units) {
    total += units;
    throw new CommandFailure(ExitCode.FAILURE, "The ledger does not answer.");
  }

  private Now now() {
    return new Now(new MonotonicTime(second * 1_000_000_000L), BEGIN.plusSeconds(second));
  }
}
