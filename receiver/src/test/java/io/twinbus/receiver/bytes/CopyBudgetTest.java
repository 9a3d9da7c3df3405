package io.twinbus.receiver.bytes;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** How many copies sessions may ask for, of a budget of a thousand kilobytes. */
class CopyBudgetTest {

  private static final long KB = 1_000;
  private static final long BOUND = 1_000 * KB;
  private static final int ALL = 1_000_000;

  private final CopyBudget budget = new CopyBudget(BOUND);
  private final CopyBudget.Share queue = budget.share();

  @Test
  void theFirstSessionAsksForOneCopyBeforeAnySizeIsKnown() {
    assertThat(queue.open().want(64)).isEqualTo(1);
  }

  @Test
  void aSessionOfAQueueWhoseSizesAreKnownAsksForAsManyAsAPartOfWhatIsFree() {
    queue.open().found(KB); // known sizes come with delivered copies only
    assertThat(queue.open().want(64)).isEqualTo(1);
    CopyBudget.Account first = queue.open();
    first.want(1);
    first.delivered(KB);

    assertThat(queue.open().want(64)).isEqualTo(31);
  }

  @Test
  void smallCopiesAreAskedForAsTheWorkerWantsThem() {
    CopyBudget.Account session = queue.open();
    int granted = session.want(64);
    granted += session.delivered(10);

    assertThat(granted).isEqualTo(64);
  }

  @Test
  void oneSessionHoldsHalfTheBound() {
    CopyBudget.Account session = queue.open();

    fill(session, KB);

    assertThat(budget.held().bytes()).isEqualTo(BOUND / 2);
    assertThat(session.isHeldBack()).isTrue();
  }

  @Test
  void sessionsThatWantAllHaveEqualSharesInTheEnd() {
    List<CopyBudget.Account> sessions = new ArrayList<>();
    for (int i = 0; i < 9; i++) {
      sessions.add(queue.open());
    }
    List<Long> mine = fillInTurn(sessions, KB);

    assertThat(mine).allMatch(bytes -> bytes >= 80 * KB && bytes <= 120 * KB);
    assertThat(budget.held().bytes()).isLessThanOrEqualTo(BOUND);
  }

  @Test
  void aSessionWithNothingInHandMayHaveOneWhateverIsTaken() {
    CopyBudget.Account greedy = queue.open();
    greedy.found(2 * BOUND);

    CopyBudget.Account next = queue.open();

    assertThat(next.want(64)).isEqualTo(1);
    assertThat(next.delivered(KB)).isZero();
    assertThat(next.isHeldBack()).isTrue();
    assertThat(next.released(1, KB)).isEqualTo(1);
  }

  @Test
  void whatASessionLetsGoAnotherOneMayHave() {
    CopyBudget.Account first = queue.open();
    fill(first, KB);
    CopyBudget.Account second = queue.open();
    fill(second, KB);
    assertThat(second.more()).isZero();

    first.close();

    assertThat(second.more()).isPositive();
    assertThat(second.isHeldBack()).isFalse();
  }

  @Test
  void copiesThatGrowLargerAreAskedForInSmallerNumbers() {
    CopyBudget.Account session = queue.open();
    fill(session, KB, 100);

    session.delivered(20 * KB);

    assertThat(session.isHeldBack()).isFalse();
    while (session.more() > 0) {
      session.delivered(20 * KB);
    }
    assertThat(budget.held().bytes()).isLessThanOrEqualTo(BOUND / 2 + 31 * 20 * KB);
  }

  @Test
  void anEstimateFallsWithSmallerCopiesSlowly() {
    SizeEstimate sizes = new SizeEstimate();
    sizes.saw(160);
    sizes.saw(80);
    assertThat(sizes.bytes()).isEqualTo(155);

    for (int i = 0; i < 200; i++) {
      sizes.saw(10);
    }

    assertThat(sizes.bytes()).isBetween(10L, 26L);
  }

  @Test
  void aSessionIsAcceptedOnlyWhileOneLargeCopyIsFreeForEachAccept() {
    CopyBudget.Account session = queue.open();
    session.want(1);
    session.delivered(300 * KB);

    assertThat(queue.keepFreeForAccepts(2)).isTrue();
    assertThat(queue.keepFreeForAccepts(3)).isFalse();
  }

  @Test
  void eightSessionsAreAcceptedBeforeTheSizeOfACopyIsKnown() {
    assertThat(queue.keepFreeForAccepts(8)).isTrue();
    assertThat(queue.keepFreeForAccepts(9)).isFalse();

    CopyBudget.Account session = queue.open();
    assertThat(queue.keepFreeForAccepts(7)).isTrue();
    assertThat(queue.keepFreeForAccepts(8)).as("and the one that has come").isFalse();

    session.want(1);
    session.delivered(KB);
    assertThat(queue.keepFreeForAccepts(100)).isTrue();
  }

  @Test
  void aQueueWithoutASessionAlwaysAcceptsOne() {
    CopyBudget.Share other = budget.share();
    CopyBudget.Account session = queue.open();
    session.found(2 * BOUND);

    assertThat(other.keepFreeForAccepts(1)).isTrue();
    assertThat(queue.keepFreeForAccepts(1)).isFalse();
  }

  @Test
  void aSessionThatHasNothingYetKeepsItsFirstCopyFree() {
    CopyBudget.Account session = queue.open();
    session.want(1);
    session.delivered(300 * KB);
    queue.open();

    assertThat(queue.keepFreeForAccepts(1)).isTrue();
    assertThat(queue.keepFreeForAccepts(2)).isFalse();
  }

  @Test
  void whatAnAcceptIsPromisedNoSessionTakes() {
    CopyBudget.Account session = queue.open();
    session.want(1);
    session.delivered(100 * KB);
    assertThat(queue.keepFreeForAccepts(8)).isTrue();

    fill(session, 100 * KB);

    assertThat(budget.held().bytes()).isEqualTo(100 * KB);
  }

  @Test
  void aClosedAccountHoldsNothingAndAsksForNothing() {
    CopyBudget.Account session = queue.open();
    fill(session, KB);

    session.close();
    session.close();

    assertThat(budget.held().bytes()).isZero();
    assertThat(session.want(1)).isZero();
    assertThat(session.released(1, KB)).isZero();
    assertThat(session.isHeldBack()).isFalse();
    assertThat(queue.keepFreeForAccepts(1)).isTrue();
  }

  @Test
  void aSessionThatWantsNothingIsNotHeldBack() {
    assertThat(queue.open().isHeldBack()).isFalse();
  }

  @Test
  void aSessionAsksByTheSizesOfItsOwnCopies() {
    holdOne(queue, 100 * KB);
    CopyBudget.Account small = queue.open();
    small.want(1);
    small.delivered(KB);

    assertThat(small.want(64)).isGreaterThan(20);
  }

  @Test
  void theCopiesThatASessionHasAskedForAreTaken() {
    holdOne(queue, 10 * KB).close();
    assertThat(queue.open().want(ALL)).as("of a part of what is free").isEqualTo(3);

    assertThat(queue.keepFreeForAccepts(98)).isFalse();
    assertThat(queue.keepFreeForAccepts(97)).as("all but these three").isTrue();
  }

  @Test
  void copiesAreAskedForOnceHalfOfThoseAheadHaveCome() {
    CopyBudget.Account session = queue.open();
    session.want(ALL);
    assertThat(session.delivered(100)).isEqualTo(312);
    int came = 0;
    int more = 0;
    while (more == 0) {
      came++;
      more = session.delivered(100);
    }

    assertThat(came).isEqualTo(158);
    assertThat(more).isEqualTo(153);
  }

  @Test
  void aQueueLeavesAFirstCopyFreeForEachQueueWithoutASession() {
    holdOne(queue, 100 * KB);
    budget.share().open().found(600 * KB);
    budget.share();
    budget.share();
    assertThat(queue.keepFreeForAccepts(1)).as("free are its own, and one for each").isTrue();

    budget.share();

    assertThat(queue.keepFreeForAccepts(1)).isFalse();
  }

  @Test
  void aQueueThatAcceptsItsFirstSessionIsNotKeptFreeFor() {
    holdOne(queue, 100 * KB);
    budget.share().open().found(600 * KB);
    budget.share();
    budget.share();
    CopyBudget.Share accepting = budget.share();

    assertThat(accepting.keepFreeForAccepts(1)).isTrue();

    assertThat(queue.keepFreeForAccepts(1)).isTrue();
  }

  @Test
  void ofSeveralQueuesOneTakesNoMoreThanItLeavesFree() {
    holdOne(queue, 100 * KB);
    budget.share().open().found(500 * KB);

    assertThat(queue.keepFreeForAccepts(1)).as("200 of its own, and 300 free").isTrue();
    assertThat(queue.keepFreeForAccepts(2)).as("300 of its own, and 200 free").isFalse();
  }

  @Test
  void whatAQueueKeepsFreeForAcceptsIsAmongWhatItTakes() {
    CopyBudget.Account session = holdOne(queue, 100 * KB);
    budget.share();

    assertThat(queue.keepFreeForAccepts(2)).isTrue();

    assertThat(session.want(1)).isZero();
  }

  @Test
  void whatAClosedSessionTookItsQueueMayTakeAgain() {
    budget.share();
    CopyBudget.Account gone = holdOne(queue, 100 * KB);
    queue.open();

    gone.close();

    assertThat(queue.keepFreeForAccepts(4)).isTrue();
  }

  @Test
  void aQueueWhoseLastSessionHasClosedAcceptsOneWhateverIsTaken() {
    CopyBudget.Account last = holdOne(queue, KB);
    budget.share().open().found(2 * BOUND);

    last.close();

    assertThat(queue.keepFreeForAccepts(1)).isTrue();
  }

  @Test
  void whereTheNextAcceptDoesNotFitTheOthersKeepWhatTheyHave() {
    CopyBudget.Share other = budget.share();
    holdOne(queue, 100 * KB);

    assertThat(queue.keepFreeForAccepts(5)).isFalse();

    assertThat(firstGrantAfterOneCopy(other)).as("a 32nd of 499 KB").isEqualTo(15);
  }

  @Test
  void aSessionThatComesTakesWhatWasKeptFreeForIt() {
    CopyBudget.Share other = budget.share();
    holdOne(queue, 100 * KB);
    assertThat(queue.keepFreeForAccepts(4)).isTrue();

    queue.open();

    assertThat(firstGrantAfterOneCopy(other)).as("a 32nd of 499 KB").isEqualTo(15);
  }

  /** The session gets all that it asks for, until it may ask for nothing. */
  private static void fill(CopyBudget.Account session, long size) {
    fill(session, size, ALL);
  }

  private static void fill(CopyBudget.Account session, long size, int most) {
    int coming = session.want(ALL);
    for (int i = 0; i < most && coming > 0; i++) {
      coming += session.delivered(size) - 1;
    }
  }

  /** A session that has got one copy, and wants no more. */
  private static CopyBudget.Account holdOne(CopyBudget.Share queue, long size) {
    CopyBudget.Account session = queue.open();
    session.want(1);
    session.delivered(size);
    return session;
  }

  private static int firstGrantAfterOneCopy(CopyBudget.Share queue) {
    CopyBudget.Account session = queue.open();
    session.want(64);
    return session.delivered(KB);
  }

  private static List<Long> fillInTurn(List<CopyBudget.Account> sessions, long size) {
    List<Integer> coming = new ArrayList<>();
    List<Long> mine = new ArrayList<>();
    for (CopyBudget.Account session : sessions) {
      coming.add(session.want(ALL));
      mine.add(0L);
    }
    for (int round = 0; round < 1_000; round++) {
      for (int i = 0; i < sessions.size(); i++) {
        if (coming.get(i) > 0) {
          coming.set(i, coming.get(i) - 1 + sessions.get(i).delivered(size));
          mine.set(i, mine.get(i) + size);
        }
        coming.set(i, coming.get(i) + sessions.get(i).more());
      }
    }
    return mine;
  }
}
