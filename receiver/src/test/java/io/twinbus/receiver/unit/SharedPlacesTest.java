package io.twinbus.receiver.unit;

import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.protocol.time.MonotonicTime;
import io.twinbus.receiver.rules.SharedPlaces;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SharedPlacesTest {

  private final List<Queue> queues = new ArrayList<>();

  /** A queue that holds sessions until it is told to give them back. */
  private static final class Queue {
    private final SharedPlaces.Share share;
    private int sessions;

    Queue(SharedPlaces places, int most) {
      this.share = places.share(most, () -> sessions);
    }

    boolean take() {
      if (!share.tryTake(1)) {
        return false;
      }
      share.answered();
      sessions++;
      share.arrived();
      return true;
    }

    void takeAll() {
      while (take()) {
        // as many as there are
      }
    }
  }

  @Test
  void oneQueueHasAllPlaces() {
    Queue only = queues(4, 1).get(0);

    only.takeAll();

    assertThat(only.sessions).isEqualTo(4);
    assertThat(only.share.hasRoom()).isFalse();
    assertThat(only.share.owes()).isZero();
  }

  @Test
  void aQueueUsesWhatOthersLeaveExceptTheirFirstPlaces() {
    List<Queue> three = queues(9, 3);

    three.get(0).takeAll();

    assertThat(three.get(0).sessions).isEqualTo(7);
    assertThat(three.get(1).take()).as("its first place was not lent").isTrue();
    assertThat(three.get(2).take()).isTrue();
  }

  @Test
  void aShortQueueIsGivenWhatItIsGuaranteedAndNoMore() {
    List<Queue> two = queues(10, 2);
    Queue flooded = two.get(0);
    Queue calm = two.get(1);
    flooded.takeAll();
    calm.takeAll();
    assertThat(calm.sessions).isEqualTo(1);
    assertThat(calm.share.isShort()).isTrue();

    for (int owed = flooded.share.owes(); owed > 0; owed = flooded.share.owes()) {
      flooded.sessions -= owed;
      assertThat(flooded.take()).as("what is given back is not taken again").isFalse();
      calm.takeAll();
    }

    assertThat(calm.sessions).isEqualTo(5);
    assertThat(flooded.sessions).isEqualTo(5);
    assertThat(calm.share.isShort()).isFalse();
  }

  @Test
  void ofTwoThatHaveBorrowedOneGivesBackWhatOneQueueLacks() {
    List<Queue> three = queues(9, 3);
    for (int n = 0; n < 4; n++) {
      assertThat(three.get(0).take() && three.get(1).take()).isTrue();
    }
    assertThat(three.get(2).take()).isTrue();

    assertThat(three.get(2).take()).isFalse();

    assertThat(three).extracting(each -> each.share.owes()).containsExactly(1, 0, 0);
  }

  @Test
  void oneThatWantsNoMoreHoldsNobodyUp() {
    List<Queue> two = queues(10, 2);
    two.get(0).takeAll();
    two.get(1).takeAll();
    two.get(0).sessions--;
    assertThat(two.get(0).take()).isFalse();

    two.get(1).share.wantsNone();

    assertThat(two.get(0).take()).isTrue();
    assertThat(two.get(0).share.owes()).isZero();
  }

  @Test
  void aQueueHasNoMoreThanItsOwnLimit() {
    SharedPlaces places = new SharedPlaces(10);
    Queue limited = new Queue(places, 2);
    Queue other = new Queue(places, 10);

    limited.takeAll();
    other.takeAll();

    assertThat(limited.sessions).isEqualTo(2);
    assertThat(limited.share.isShort()).isFalse();
    assertThat(other.sessions).isEqualTo(8);
  }

  @Test
  void anAcceptThatWaitsHoldsAPlace() {
    List<Queue> two = queues(3, 2);
    assertThat(two.get(0).share.tryTake(1)).isTrue();
    assertThat(two.get(1).take()).isTrue();
    assertThat(two.get(1).take()).isTrue();

    assertThat(two.get(1).take()).isFalse();
    assertThat(two.get(0).share.hasRoom()).as("for the session that the accept brings").isTrue();
    two.get(0).share.answered();
    two.get(0).share.arrived();
    assertThat(two.get(1).share.wants()).isTrue();
    assertThat(two.get(1).take()).as("but the other's first place is not lent").isFalse();
  }

  @Test
  void anAcceptIsComingUntilItsSessionHasArrived() {
    SharedPlaces.Share share = queues(3, 1).get(0).share;
    assertThat(share.tryTake(1)).isTrue();
    assertThat(share.tryTake(1)).isTrue();
    share.answered();

    assertThat(share.coming()).as("one waits, one brings its session").isEqualTo(2);

    share.arrived();
    assertThat(share.coming()).isEqualTo(1);
  }

  @Test
  void theSessionThatAnAcceptBringsFindsTheLastPlace() {
    SharedPlaces.Share share = queues(1, 1).get(0).share;
    assertThat(share.tryTake(1)).isTrue();

    share.answered();

    assertThat(share.hasRoom()).isTrue();
  }

  @Test
  void aQueueThatComesWhenAllPlacesAreTakenWaitsForOne() {
    SharedPlaces places = new SharedPlaces(4);
    Queue first = new Queue(places, 4);
    first.takeAll();
    Queue later = new Queue(places, 4);

    assertThat(later.take()).isFalse();

    first.sessions -= first.share.owes();
    assertThat(later.take()).isTrue();
  }

  @Test
  void aQueueWithItsGuaranteeIsShortAtOnceWhenNoPlaceIsFree() {
    Queue only = queues(4, 1).get(0);
    only.takeAll();

    assertThat(only.share.isShortAt(new MonotonicTime(0))).isTrue();
  }

  @Test
  void aQueueThatIsOwedAPlaceIsNotShortYet() {
    SharedPlaces places = new SharedPlaces(4);
    new Queue(places, 4).takeAll();
    Queue later = new Queue(places, 4);

    assertThat(later.share.isShortAt(new MonotonicTime(0))).isFalse();
  }

  @Test
  void anAcceptThatHasAnsweredHoldsItsPlaceUntilItsSessionHasArrived() {
    SharedPlaces.Share share = queues(1, 1).get(0).share;
    assertThat(share.tryTake(1)).isTrue();

    share.answered();

    assertThat(share.tryTake(1)).isFalse();
  }

  @Test
  void theTotalIsTheNumberOfPlacesOfAllQueues() {
    assertThat(new SharedPlaces(7).total()).isEqualTo(7);
  }

  /** Whatever comes and goes: the rule's promises, after every step. */
  @ParameterizedTest
  @CsvSource({"7, 3", "12, 5", "200, 30", "5, 5", "64, 2"})
  void inRandomHistoriesThereAreNeverTooManyAndEachGetsItsGuarantee(int total, int count) {
    for (int seed = 0; seed < 60; seed++) {
      queues.clear();
      List<Queue> all = queues(total, count);
      Random random = new Random(seed);
      for (int step = 0; step < 400; step++) {
        Queue queue = all.get(random.nextInt(count));
        switch (random.nextInt(4)) {
          case 0 -> queue.take();
          case 1 -> queue.takeAll();
          case 2 -> queue.sessions -= Math.min(queue.sessions, queue.share.owes());
          default -> queue.sessions -= random.nextInt(queue.sessions + 1);
        }
        assertThat(all.stream().mapToInt(each -> each.sessions).sum()).isLessThanOrEqualTo(total);
        assertThat(all)
            .filteredOn(each -> each.sessions == 0)
            .allMatch(each -> each.share.hasRoom());
      }
      Queue wanting = all.get(random.nextInt(count));
      for (int round = 0;
          round < 2 * total && wanting.sessions < wanting.share.guaranteed();
          round++) {
        wanting.take();
        all.forEach(each -> each.sessions -= each.share.owes());
      }
      assertThat(wanting.sessions)
          .as("seed %d", seed)
          .isGreaterThanOrEqualTo(wanting.share.guaranteed());
    }
  }

  private List<Queue> queues(int total, int count) {
    SharedPlaces places = new SharedPlaces(total);
    for (int n = 0; n < count; n++) {
      queues.add(new Queue(places, total));
    }
    return queues;
  }
}
