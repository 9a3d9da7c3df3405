package io.twinbus.receiver.bytes;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How several queues share a budget of a thousand kilobytes, whatever one of them asks for. */
class BytesOfQueuesTest {

  private static final long KB = 1_000;
  private static final long BOUND = 1_000 * KB;
  private static final int ALL = 1_000_000;

  private final CopyBudget budget = new CopyBudget(BOUND);

  /** A queue with sessions that want all copies there are, each of one size. */
  private final class Flood {
    private final CopyBudget.Share share = budget.share();
    private final long size;
    private final List<Session> sessions = new ArrayList<>();

    Flood(long size) {
      this.size = size;
    }

    /** Accepts one more session, if it may. */
    boolean accept() {
      if (!share.keepFreeForAccepts(1)) {
        return false;
      }
      sessions.add(new Session());
      return true;
    }

    /** Accepts {@code count} sessions; once the first has a copy, all take more in turn. */
    Flood with(int count) {
      for (int n = 0; n < count; n++) {
        if (accept() && n == 0) {
          sessions.get(sessions.size() - 1).take();
        }
      }
      takeAll();
      return this;
    }

    void takeAll() {
      boolean isMoving = true;
      while (isMoving) {
        isMoving = false;
        for (Session session : sessions) {
          isMoving |= session.take();
        }
      }
    }

    void closeAll() {
      sessions.forEach(session -> session.account.close());
      sessions.clear();
    }

    long bytes() {
      return sessions.stream().mapToLong(session -> session.copies * size).sum();
    }

    private final class Session {
      private final CopyBudget.Account account = share.open();
      private int coming = account.want(ALL);
      private int copies;

      boolean take() {
        if (coming == 0) {
          coming = account.more();
        }
        if (coming == 0) {
          return false;
        }
        copies++;
        coming += account.delivered(size) - 1;
        return true;
      }

      void letGo(int count) {
        int most = Math.min(count, copies);
        copies -= most;
        coming += account.released(most, most * size);
      }
    }
  }

  @Test
  void aFloodedQueueHasHalfTheBoundHoweverManySessionsItHas() {
    Flood flooded = new Flood(KB);
    Flood calm = new Flood(KB);

    flooded.with(1).with(50);

    assertThat(flooded.bytes()).isBetween(450 * KB, 555 * KB);
    calm.with(1).with(4);
    assertThat(calm.sessions).as("sessions find room beside the flood").hasSize(5);
    assertThat(calm.bytes()).isBetween(190 * KB, 255 * KB);
  }

  @Test
  void aFloodOfLargeCopiesLeavesRoomForMoreThanTheFirstSessionOfAnother() {
    CopyBudget.Share flooded = budget.share();
    CopyBudget.Share calm = budget.share();

    int sessions = sessionsOfOneCopy(flooded);

    assertThat(sessions).as("half the bound").isEqualTo(5);
    assertThat(sessionsOfOneCopy(calm)).as("half of what is left").isEqualTo(2);
  }

  /** Else sessions that come and go would use a queue's share up without holding anything. */
  @Test
  void sessionsThatHaveGoneLeaveTheirQueueItsWholeShare() {
    Flood flooded = new Flood(KB);
    Flood calm = new Flood(KB);
    calm.with(1);
    flooded.with(50);
    long before = flooded.bytes();

    flooded.closeAll();
    flooded.with(50);

    assertThat(flooded.bytes()).isCloseTo(before, Percentage.withPercentage(10));
  }

  @Test
  void aQueueWhoseSessionHasGoneMayAcceptItsFirstAgainWhateverIsTaken() {
    CopyBudget.Share other = budget.share();
    CopyBudget.Share queue = budget.share();
    CopyBudget.Account gone = oneCopy(queue, 900 * KB);
    gone.close();
    var unused = oneCopy(other, 900 * KB);

    assertThat(queue.keepFreeForAccepts(1)).isTrue();
  }

  private static CopyBudget.Account oneCopy(CopyBudget.Share queue, long size) {
    CopyBudget.Account session = queue.open();
    assertThat(session.want(1)).isEqualTo(1);
    session.delivered(size);
    return session;
  }

  @Test
  void twoFloodsHaveAThirdEachWhenTheFirstOneHasLetGo() {
    Flood first = new Flood(KB);
    Flood second = new Flood(KB);
    first.with(40);
    second.with(40);
    Random random = new Random(1);

    for (int step = 0; step < 20_000; step++) {
      Flood flood = random.nextBoolean() ? first : second;
      flood.sessions.get(random.nextInt(flood.sessions.size())).letGo(random.nextInt(8));
      flood.sessions.get(random.nextInt(flood.sessions.size())).take();
    }
    first.takeAll();
    second.takeAll();

    assertThat(first.bytes()).isBetween(270 * KB, 400 * KB);
    assertThat(second.bytes()).isBetween(270 * KB, 400 * KB);
  }

  /** How many sessions {@code queue} accepts that have one copy of 100 KB each. */
  private static int sessionsOfOneCopy(CopyBudget.Share queue) {
    int sessions = 0;
    while (queue.keepFreeForAccepts(1)) {
      CopyBudget.Account session = queue.open();
      session.want(1);
      session.delivered(100 * KB);
      sessions++;
    }
    return sessions;
  }

  @Test
  void aQueueByItselfHasWhatItsSessionsMayHave() {
    Flood only = new Flood(KB).with(40);

    assertThat(only.bytes()).isGreaterThan(900 * KB);
  }

  @Test
  void aQueueLeavesRoomForTheFirstSessionsOfOthers() {
    CopyBudget.Share queue = budget.share();
    CopyBudget.Share[] others =
        IntStream.range(0, 7).mapToObj(n -> budget.share()).toArray(CopyBudget.Share[]::new);
    CopyBudget.Account session = queue.open();
    session.want(1);
    session.delivered(100 * KB);

    assertThat(queue.keepFreeForAccepts(2)).isTrue();
    assertThat(queue.keepFreeForAccepts(3))
        .as("a tenth copy does not fit beside seven others")
        .isFalse();
    assertThat(others).allMatch(each -> each.keepFreeForAccepts(1));
  }

  @Test
  void whatASessionOfAQueueLetsGoIsItsQueuesAgain() {
    Flood flooded = new Flood(KB);
    new Flood(KB).with(1);
    flooded.with(10);
    long before = flooded.bytes();

    flooded.sessions.remove(0).account.close();
    flooded.takeAll();

    assertThat(flooded.bytes()).isBetween(before - 20 * KB, before + 5 * KB);
  }

  /** Whatever comes and goes: no queue keeps others from a first session, or from a first copy. */
  @ParameterizedTest
  @ValueSource(ints = {2, 5, 30})
  void inRandomHistoriesEveryQueueMovesAndNoneHasMoreThanItsPart(int count) {
    List<Flood> queues =
        IntStream.range(0, count).mapToObj(n -> new Flood((1 + n % 4) * KB)).toList();
    Random random = new Random(count);
    for (int step = 0; step < 20_000; step++) {
      Flood queue = queues.get(random.nextInt(count));
      if (queue.sessions.size() < 12 && random.nextInt(4) == 0) {
        assertThat(queue.accept() || !queue.sessions.isEmpty()).isTrue();
      }
      for (Flood.Session session : List.copyOf(queue.sessions)) {
        boolean isEmpty = session.copies == 0;
        assertThat(session.take() || !isEmpty).as("a session with nothing gets one").isTrue();
      }
      if (!queue.sessions.isEmpty()) {
        int one = random.nextInt(queue.sessions.size());
        if (random.nextInt(10) == 0) {
          queue.sessions.remove(one).account.close();
        } else {
          queue.sessions.get(one).letGo(random.nextInt(20));
        }
      }
      long firsts = 12 * queue.size;
      assertThat(queue.bytes()).isLessThanOrEqualTo(BOUND / 2 + firsts);
      assertThat(budget.held().bytes()).isLessThanOrEqualTo(BOUND + count * 4L * KB);
    }
  }
}
