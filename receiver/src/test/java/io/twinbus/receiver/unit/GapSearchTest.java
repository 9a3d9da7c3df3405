package io.twinbus.receiver.unit;

import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.ledger.Progress;
import io.twinbus.ledger.SessionRecord;
import io.twinbus.ledger.rules.GapRule;
import io.twinbus.protocol.Position;
import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.StreamId;
import io.twinbus.receiver.broker.Search;
import io.twinbus.receiver.broker.SearchOutcome;
import io.twinbus.receiver.session.FlowSettings;
import io.twinbus.receiver.session.WorkerEffect;
import io.twinbus.receiver.session.WorkerEvent;
import io.twinbus.receiver.session.WorkerFact;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** How a worker looks through its session for what a gap lacks. */
class GapSearchTest {

  private static final Duration LOOK = Duration.ofSeconds(1);

  private final WorkerDriver driver =
      new WorkerDriver(FlowSettings.ofDefaults().withWindow(new FlowSettings.Window(4, 8, 20)));

  @Test
  void aGapIsLookedForOnlyPastTheGrace() {
    driver.deliver(2, 1);
    pass(29);
    assertThat(looks()).isEmpty();

    pass(3);

    assertThat(looks()).first().isEqualTo(new Search(WorkerDriver.STREAM, 0, 2, 0));
    assertThat(reports()).hasSize(1);
  }

  @Test
  void aSearchGoesOnFromWhereTheLastLookEnded() {
    driver.searchFinds = new SearchOutcome.Further(100, 50);
    driver.deliver(2, 1);

    pass(32);

    assertThat(looks().get(1).from()).isEqualTo(100);
    assertThat(reports()).isEmpty();
  }

  @Test
  void atMostFourLooksAreMadeInALookInterval() {
    driver.searchFinds = new SearchOutcome.Further(100, 50);
    driver.deliver(2, 1);
    pass(31);
    int before = looks().size();

    for (int i = 0; i < 40; i++) {
      driver.tick(Duration.ofMillis(50));
    }

    assertThat(looks().size() - before).isBetween(4, 9);
  }

  @Test
  void whatIsFoundInReachWidensTheWindowAndIsNotReported() {
    driver.searchFinds = new SearchOutcome.Found(1, 12, driver.copy(90, 1, 0));
    for (int seq = 2; seq <= 9; seq++) {
      driver.deliver(seq, seq - 1);
    }

    pass(32);

    assertThat(driver.asked()).isEqualTo(13);
    assertThat(reports()).isEmpty();
  }

  @Test
  void whatIsFoundOutOfReachIsHandledAsTheSearchHasReadIt() {
    driver.searchFinds = new SearchOutcome.Found(1, 40, driver.copy(90, 1, 0));
    for (int seq = 2; seq <= 9; seq++) {
      driver.deliver(seq, seq - 1);
    }

    pass(32);

    assertThat(driver.started()).containsExactly(1L);
    assertThat(reports()).isEmpty();
    assertThat(driver.asked()).as("copies asked for").isEqualTo(8);
  }

  @Test
  void whatIsFoundWhileTheProcessHoldsEnoughBytesIsHandledAsTheSearchHasReadIt() {
    driver.searchFinds = new SearchOutcome.Found(1, 2, driver.copy(90, 1, 0));
    driver.deliver(2, 1);
    driver.hand(new WorkerEvent.HeldBack(true));

    pass(32);

    assertThat(driver.started()).containsExactly(1L);
    assertThat(reports()).isEmpty();
  }

  @Test
  void theCopyThatTheBrokerDeliversLaterIsSettledWithoutACall() {
    driver.searchFinds = new SearchOutcome.Found(1, 40, driver.copy(90, 1, 0));
    for (int seq = 2; seq <= 9; seq++) {
      driver.deliver(seq, seq - 1);
    }
    pass(32);
    driver.completes();
    int settled = driver.settled().size();

    driver.deliverAt(90, new Position(WorkerDriver.STREAM, 1, 0));

    assertThat(driver.settled()).hasSize(settled + 1);
    assertThat(driver.started()).containsExactly(1L, 2L);
  }

  @Test
  void aSessionThatIsHeldBackLooksOnceAGraceThoughItsWindowIsNotFull() {
    driver.deliver(2, 1);
    driver.hand(new WorkerEvent.HeldBack(true));
    pass(40);
    int before = looks().size();

    pass(60);

    assertThat(looks()).hasSizeGreaterThan(before);
  }

  @Test
  void ofWhatSearchesHaveReadOfAStreamTheLowestIsKept() {
    driver.searches =
        search -> {
          long seq = search.below() - 1;
          Position position = new Position(WorkerDriver.STREAM, seq, seq - 1);
          return new SearchOutcome.Found(seq, 2, driver.copy(90 - seq, position));
        };
    driver.deliver(9, 8);
    driver.hand(new WorkerEvent.HeldBack(true));

    pass(60);

    assertThat(letGo()).containsExactly(8L, 7L, 6L, 5L, 4L, 3L, 2L);
    assertThat(driver.started()).containsExactly(1L);
    assertThat(reports()).isEmpty();
  }

  @Test
  void whatAlreadyStandsLowerInHandIsNotReplacedByWhatASearchHasRead() {
    driver.deliver(4, 3);
    driver.hand(new WorkerEvent.HeldBack(true));
    driver.searches =
        search -> {
          driver.searches = next -> new SearchOutcome.Absent();
          driver.deliver(2, 1);
          return new SearchOutcome.Found(3, 2, driver.copy(90, 3, 2));
        };

    pass(40);

    assertThat(letGo()).isEmpty();
    assertThat(reports()).hasSize(1);
    driver.deliver(1, 0);
    assertThat(driver.started()).containsExactly(1L);
    driver.completes();
    driver.completes();
    assertThat(driver.started()).as("3 was not taken in").containsExactly(1L, 2L);
  }

  /** Each of twenty streams lacks its first message, and a search finds the second of each. */
  @Test
  void ofAllStreamsSixteenFoundCopiesAreInHandAtMost() {
    int streams = 20;
    int[] found = {0};
    driver.searches =
        search -> {
          if (search.below() <= 2) {
            return new SearchOutcome.Absent();
          }
          found[0]++;
          Position second = new Position(search.stream(), 2, 1);
          return new SearchOutcome.Found(2, 2, driver.copy(1_000 + found[0], second));
        };
    for (int i = 0; i < streams; i++) {
      driver.deliver(new StreamId("s" + i), 3, 2, WorkerDriver.EAST);
    }
    driver.hand(new WorkerEvent.HeldBack(true));

    pass(300);

    assertThat(found[0] - letGo().size())
        .as("copies in hand that searches have read")
        .isEqualTo(16);
    assertThat(reports()).extracting(WorkerFact.GapReported::stream).doesNotHaveDuplicates();
    assertThat(reports()).hasSize(streams);
  }

  @Test
  void aSearchThatFailsProvesNothing() {
    driver.searchFinds = new SearchOutcome.Failed("the link is gone");
    driver.deliver(2, 1);

    pass(40);

    assertThat(looks()).hasSizeGreaterThan(2);
    assertThat(reports()).isEmpty();
  }

  @Test
  void behindAFullWindowItAlsoLooksForWhatOnlyOthersMiss() {
    StreamId other = new StreamId("other");
    for (int seq = 2; seq <= 9; seq++) {
      driver.deliver(seq, seq - 1);
    }
    pass(40);
    driver.beside(record -> missedInWest(record, other));

    pass(80);

    assertThat(looks()).contains(new Search(other, 0, 7, 0));
  }

  private SessionRecord missedInWest(SessionRecord record, StreamId stream) {
    Progress progress =
        GapRule.reported(record.progress(), stream, new RegionName("west"), 7, Instant.EPOCH);
    return record.withProgress(progress);
  }

  private void pass(int seconds) {
    for (int i = 0; i < seconds; i++) {
      driver.tick(LOOK);
    }
  }

  private List<Search> looks() {
    return driver.all(WorkerEffect.SearchSession.class).stream()
        .map(WorkerEffect.SearchSession::search)
        .toList();
  }

  private List<Long> letGo() {
    return driver.all(WorkerEffect.LetGo.class).stream()
        .map(effect -> effect.found().position().orElseThrow().seq())
        .toList();
  }

  private List<WorkerFact.GapReported> reports() {
    return driver.facts(WorkerFact.GapReported.class);
  }
}
