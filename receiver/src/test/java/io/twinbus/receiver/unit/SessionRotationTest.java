package io.twinbus.receiver.unit;

import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.protocol.time.MonotonicTime;
import io.twinbus.receiver.rules.SessionRotation;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SessionRotationTest {

  private static final Duration ROUND = Duration.ofMillis(100);

  private MonotonicTime now = new MonotonicTime(Long.MAX_VALUE - 5_000_000_000L);

  private record One(String name, MonotonicTime parkedSince, boolean searches)
      implements SessionRotation.Waiting {

    @Override
    public boolean isSearching(MonotonicTime now) {
      return searches;
    }
  }

  @Test
  void nobodyGoesWhileAPlaceIsFree() {
    SessionRotation turns = new SessionRotation(2, now);
    List<One> waiting = List.of(one("a"));
    pass(Duration.ofHours(1));

    assertThat(turns.over(waiting, 1, now)).isEmpty();
  }

  @Test
  void nobodyGoesBeforeHisTimeIsOver() {
    SessionRotation turns = new SessionRotation(1, now);
    List<One> waiting = List.of(one("a"));
    pass(SessionRotation.STAY.minusNanos(1));
    assertThat(turns.over(waiting, 1, now)).isEmpty();

    pass(Duration.ofNanos(1));

    assertThat(turns.over(waiting, 1, now)).isEqualTo(waiting);
  }

  @Test
  void whoWaitsLongestGoesFirst() {
    SessionRotation turns = new SessionRotation(3, now);
    One first = one("first");
    pass(ROUND);
    One second = one("second");
    pass(Duration.ofMinutes(1));

    assertThat(turns.over(List.of(second, first, one("third")), 3, now)).startsWith(first);
  }

  @Test
  void aSearchIsNotCutAndNotEndless() {
    SessionRotation turns = new SessionRotation(1, now);
    List<One> waiting = List.of(new One("a", now, true));
    pass(SessionRotation.LONGEST_SEARCH.minusNanos(1));
    assertThat(turns.over(waiting, 1, now)).isEmpty();

    pass(Duration.ofNanos(1));

    assertThat(turns.over(waiting, 1, now)).isEqualTo(waiting);
  }

  @Test
  void ofFewPlacesOneIsLeftEveryQuarterOfASecond() {
    assertThat(goneInTenSeconds(40)).isBetween(40, 42);
  }

  @Test
  void ofManyPlacesAllAreLeftInTwentySeconds() {
    assertThat(goneInTenSeconds(1_000)).isBetween(495, 510);
  }

  @Test
  void everybodyHasATurnWithinTheStatedBound() {
    for (int places : new int[] {1, 2, 7, 20, 200}) {
      for (int waiting : new int[] {places, places + 1, 3 * places + 5}) {
        assertThat(roundsUntilAllHadATurn(places, waiting))
            .as("%d places, %d waiting", places, waiting)
            .isLessThanOrEqualTo(bound(places, waiting));
      }
    }
  }

  /** Those who wait for ever, at a broker that gives whoever was closed his next turn last. */
  private long roundsUntilAllHadATurn(int places, int waiting) {
    SessionRotation turns = new SessionRotation(places, now);
    Deque<String> queue = new ArrayDeque<>();
    IntStream.range(0, waiting).forEach(n -> queue.add("s" + n));
    List<One> held = new ArrayList<>();
    List<String> seen = new ArrayList<>();
    long rounds = 0;
    while (seen.stream().distinct().count() < waiting) {
      while (held.size() < places && !queue.isEmpty()) {
        One next = one(queue.remove());
        held.add(next);
        seen.add(next.name());
      }
      for (One gone : turns.over(held, held.size(), now)) {
        held.remove(gone);
        queue.add(gone.name());
      }
      pass(ROUND);
      rounds++;
    }
    return rounds;
  }

  /** In rounds: waiting × max(STAY / places, apart), and two rounds for each who goes late. */
  private long bound(int places, int waiting) {
    Duration apart = new SessionRotation(places, now).apart();
    Duration each = SessionRotation.STAY.dividedBy(places);
    Duration longer = each.compareTo(apart) > 0 ? each : apart;
    Duration all = longer.multipliedBy(waiting).plus(SessionRotation.STAY);
    return all.dividedBy(ROUND) * 11 / 10 + 2;
  }

  private int goneInTenSeconds(int places) {
    SessionRotation turns = new SessionRotation(places, now);
    List<One> waiting =
        new ArrayList<>(IntStream.range(0, places).mapToObj(n -> one("s" + n)).toList());
    pass(Duration.ofMinutes(1));
    int gone = 0;
    for (int round = 0; round < 100; round++) {
      List<One> over = turns.over(waiting, places, now);
      gone += over.size();
      waiting.removeAll(over);
      over.forEach(one -> waiting.add(new One(one.name(), one.parkedSince(), false)));
      pass(ROUND);
    }
    return gone;
  }

  private One one(String name) {
    return new One(name, now, false);
  }

  private void pass(Duration time) {
    now = now.plus(time);
  }
}
