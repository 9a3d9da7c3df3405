package io.twinbus.testkit.broker.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.protocol.Position;
import io.twinbus.protocol.SessionId;
import io.twinbus.receiver.broker.Search;
import io.twinbus.receiver.broker.SearchOutcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/**
 * What a look through a session finds. A test class inherits it and says which broker it means.
 *
 * <p>In each test message 1 is looked for, between the cursor 0 and number 2.
 */
public abstract class SearchContract extends BrokerSuite {

  /** More looks than any session in these tests needs. */
  private static final int LOOKS = 50;

  /** For the class that says which broker it means. */
  protected SearchContract() {}

  @Test
  void whatIsNotThereIsAbsent() {
    SessionId session = session("a");
    site().send(SentCopy.range(session, 2, 4));

    assertThat(await(hold().session.search(forTheFirst(session))))
        .isEqualTo(new SearchOutcome.Absent());
  }

  @Test
  void whatIsThereIsFoundWithItsPlace() {
    SessionId session = session("a");
    site().send(SentCopy.range(session, 2, 4));
    site().send(SentCopy.range(session, 1, 1));
    Holding holding = hold();
    until("all copies have come in", () -> site().unsettled() == 4);

    SearchOutcome.Found found = found(await(holding.session.search(forTheFirst(session))));

    assertThat(found.before()).isEqualTo(3);
    assertThat(found.copy().position()).contains(new Position(SentCopy.streamOf(session), 1, 0));
  }

  @Test
  void aCopyInHandIsFoundToo() {
    SessionId session = session("a");
    site().send(SentCopy.range(session, 1, 1));
    Holding holding = hold();
    receive(holding, 1);

    SearchOutcome.Found found = found(await(holding.session.search(forTheFirst(session))));

    assertThat(found.seq()).isEqualTo(1);
    assertThat(found.before()).isZero();
  }

  @Test
  void aSettledCopyIsNotFound() {
    SessionId session = session("a");
    site().send(SentCopy.range(session, 1, 2));
    Holding holding = hold();
    receive(holding, 2);
    complete(holding, holding.delivered.get(0));

    assertThat(await(holding.session.search(forTheFirst(session))))
        .isEqualTo(new SearchOutcome.Absent());
  }

  @Test
  void anotherSessionsCopiesAreNotLookedAt() {
    SessionId mine = session("a");
    SessionId other = session("b");
    site().send(SentCopy.range(mine, 2, 2));
    Holding holding = hold();
    site().send(SentCopy.range(other, 1, 1));
    until("all copies have come in", () -> site().unsettled() == 2);

    Search search = new Search(SentCopy.streamOf(other), 0, 2, 0);
    assertThat(holding.id()).isEqualTo(mine);
    assertThat(await(holding.session.search(search))).isEqualTo(new SearchOutcome.Absent());
  }

  @Test
  void lookingLocksNothingAndCountsNoDelivery() {
    SessionId session = session("a");
    site().send(SentCopy.range(session, 2, 4));
    Holding holding = hold();

    var unused = await(holding.session.search(forTheFirst(session)));

    receive(holding, 3);
    assertThat(holding.seqs()).containsExactlyInAnyOrder(2L, 3L, 4L);
    close(holding);
    assertThat(site().unsettled()).isEqualTo(3);
  }

  @Test
  void oneLookStopsAtItsBoundAndTheNextGoesOnThere() {
    SessionId session = session("a");
    int behind = site().searchReach() + site().searchReach() / 2;
    site().send(SentCopy.range(session, 2, behind + 1));
    site().send(SentCopy.range(session, 1, 1));
    Holding holding = hold();
    until("all copies have come in", () -> site().unsettled() == behind + 1);

    List<SearchOutcome.Further> stops = new ArrayList<>();
    SearchOutcome last = looked(holding, forTheFirst(session), stops);

    assertThat(stops).isNotEmpty();
    assertThat(stops).allMatch(stop -> stop.passed() <= site().searchReach());
    int passed = stops.stream().mapToInt(SearchOutcome.Further::passed).sum();
    assertThat(last).isInstanceOf(SearchOutcome.Found.class);
    assertThat(passed + ((SearchOutcome.Found) last).before()).isEqualTo(behind);
  }

  @Test
  void aLookThatTheSessionsEndCutsIsAnswered() {
    SessionId session = session("a");
    site().send(SentCopy.range(session, 2, 4));
    Holding holding = hold();

    CompletableFuture<SearchOutcome> cut =
        holding.session.search(forTheFirst(session)).toCompletableFuture();
    close(holding);

    assertThat(await(cut))
        .as("how far it came, if it was cut after a page")
        .isInstanceOfAny(
            SearchOutcome.Failed.class, SearchOutcome.Further.class, SearchOutcome.Absent.class);
    assertThat(await(holding.session.search(forTheFirst(session))))
        .isInstanceOf(SearchOutcome.Failed.class);
  }

  @Test
  void aScheduledCopyIsFoundBeforeItIsVisibleOrWhenItIs() {
    SessionId session = session("a");
    site().send(SentCopy.range(session, 2, 2));
    Holding holding = hold();
    site().send(List.of(new SentCopy(session, 1, Duration.ofSeconds(2))));

    until(
        "the copy is found",
        () -> {
          site().letTimePass(Duration.ofMillis(100));
          return await(holding.session.search(forTheFirst(session))) instanceof SearchOutcome.Found;
        });
  }

  private static SearchOutcome.Found found(SearchOutcome outcome) {
    assertThat(outcome).isInstanceOf(SearchOutcome.Found.class);
    return (SearchOutcome.Found) outcome;
  }

  private SearchOutcome looked(Holding holding, Search begun, List<SearchOutcome.Further> stops) {
    Search search = begun;
    for (int look = 0; look < LOOKS; look++) {
      SearchOutcome outcome = await(holding.session.search(search));
      if (!(outcome instanceof SearchOutcome.Further further)) {
        return outcome;
      }
      stops.add(further);
      search = search.from(further.from());
    }
    throw new AssertionError("The search does not come to an end.");
  }

  private static Search forTheFirst(SessionId session) {
    return new Search(SentCopy.streamOf(session), 0, 2, 0);
  }
}
