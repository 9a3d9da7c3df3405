package io.twinbus.proving.unit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twinbus.proving.bench.contest.Contender;
import io.twinbus.proving.bench.contest.Contest;
import io.twinbus.proving.bench.contest.Lap;
import io.twinbus.proving.bench.contest.Standings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ContestTest {

  private final List<String> seen = new ArrayList<>();

  @Test
  void contendersTakeTurnsAndTheFirstIsLastInTheNextRound() {
    Contest contest = contest(1, 2, Duration.ofHours(1));

    contest.hold();

    assertThat(seen)
        .containsExactly(
            "prepare slow -1",
            "run slow -1",
            "prepare fast -1",
            "run fast -1",
            "prepare fast 0",
            "run fast 0",
            "prepare slow 0",
            "run slow 0",
            "prepare slow 1",
            "run slow 1",
            "prepare fast 1",
            "run fast 1",
            "close fast",
            "close slow");
  }

  @Test
  void warmRoundsAreNotCounted() {
    Standings standings = contest(2, 3, Duration.ofHours(1)).hold();

    assertThat(standings.of("fast").values()).containsExactly(100.0, 101.0, 102.0);
    assertThat(standings.ratio("fast", "slow").values()).containsExactly(10.0, 10.1, 10.2);
    assertThat(standings.best(List.of("slow", "fast"))).isEqualTo("fast");
  }

  @Test
  void whenTheTimeIsUpOneRoundHasBeenCountedAndNoMoreBegins() {
    Standings standings = contest(0, 3, Duration.ofSeconds(-1)).hold();

    assertThat(standings.of("fast").values()).hasSize(1);
    assertThat(standings.of("slow").values()).hasSize(1);
  }

  @Test
  void whenTheTimeToWarmUpIsOverTheRoundsThatCountBegin() {
    Standings standings = contest(5, 2, Duration.ofHours(1)).warmFor(Duration.ofSeconds(-1)).hold();

    assertThat(standings.of("fast").values()).containsExactly(100.0, 101.0);
    assertThat(seen).startsWith("prepare fast 0");
  }

  @Test
  void whoNeedsItWarmsUpForLongerInRoundsOfItsOwn() {
    Standings standings = contest(1, 1, Duration.ofHours(1)).warmLonger(2, "slow").hold();

    assertThat(seen.stream().filter(each -> each.startsWith("run")))
        .containsExactly(
            "run slow -3", "run fast -3", "run slow -2", "run slow -1", "run fast 0", "run slow 0");
    assertThat(standings.of("slow").values()).hasSize(1);
  }

  @Test
  void aContenderThatFailsEndsItAndAllAreClosed() {
    Contest contest = contest(0, 1, Duration.ofHours(1));
    contest.enter(
        "broken",
        new Named("broken", 1) {
          @Override
          public Lap run(int round) {
            throw new IllegalStateException("no answer");
          }
        });

    assertThatThrownBy(contest::hold).hasMessage("no answer");
    assertThat(seen).endsWith("close fast", "close slow", "close broken");
  }

  private Contest contest(int warm, int rounds, Duration bound) {
    return new Contest(warm, rounds, bound, words -> {})
        .enter(
            "fast",
            new Named("fast", 0.01) {
              @Override
              public Lap run(int round) {
                super.run(round);
                return new Lap(100 + round, 1);
              }
            })
        .enter("slow", new Named("slow", 0.1));
  }

  private class Named implements Contender {
    private final String name;
    private final double seconds;

    Named(String name, double seconds) {
      this.name = name;
      this.seconds = seconds;
    }

    @Override
    public void prepare(int round) {
      seen.add("prepare " + name + " " + round);
    }

    @Override
    public Lap run(int round) {
      seen.add("run " + name + " " + round);
      return new Lap(1, seconds);
    }

    @Override
    public void close() {
      seen.add("close " + name);
    }
  }
}
