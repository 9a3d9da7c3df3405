package io.twinbus.receiver.unit;

import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.protocol.time.MonotonicTime;
import io.twinbus.receiver.rules.Ranking;
import io.twinbus.receiver.rules.SessionRotation;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Orders by keys that change with each read, as those of sessions at work do. */
class RankingTest {

  private static final int MANY = 500;

  private final Random random = new Random(1);
  private int reads;

  @Test
  void theLowestKeyComesFirst() {
    assertThat(Ranking.by(String::length, List.of("three", "a", "to")))
        .containsExactly("a", "to", "three");
  }

  @Test
  void keysThatChangeWhileTheyAreReadAreReadOnce() {
    List<Integer> ranked =
        Ranking.by(
            one -> {
              reads++;
              return random.nextInt();
            },
            IntStream.range(0, MANY).boxed().toList());

    assertThat(ranked).hasSize(MANY);
    assertThat(reads).isEqualTo(MANY);
  }

  /** A session that is claimed while turns are given says of itself that it is parked just now. */
  @Test
  void turnsAreGivenByWhatEachSessionSaysOnce() {
    MonotonicTime start = new MonotonicTime(0);
    SessionRotation rotation = new SessionRotation(MANY, start);
    List<SessionRotation.Waiting> sessions =
        Stream.<SessionRotation.Waiting>generate(Restless::new).limit(MANY).toList();

    assertThat(rotation.over(sessions, MANY, start.plus(Duration.ofMinutes(1)))).isNotEmpty();
    assertThat(reads).as("whether its turn is over, and its place").isEqualTo(2 * MANY);
  }

  private final class Restless implements SessionRotation.Waiting {

    @Override
    public MonotonicTime parkedSince() {
      reads++;
      return new MonotonicTime(random.nextInt(MANY));
    }

    @Override
    public boolean isSearching(MonotonicTime now) {
      return false;
    }
  }
}
