package io.twinbus.receiver.unit;

import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.ledger.rules.Horizon;
import io.twinbus.receiver.broker.Search;
import io.twinbus.receiver.broker.SearchOutcome;
import io.twinbus.receiver.session.FlowSettings;
import io.twinbus.receiver.session.WorkerEffect;
import io.twinbus.receiver.session.WorkerEvent;
import io.twinbus.receiver.session.WorkerFact;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** When a worker looks through its session for what a gap lacks, and when it does so again. */
class GapLooksTest {

  private static final FlowSettings SETTINGS =
      FlowSettings.ofDefaults().withWindow(new FlowSettings.Window(4, 8, 20));

  private WorkerDriver driver = new WorkerDriver(SETTINGS);

  @Test
  void anotherGoalIsLookedForWithoutTheWaitOfTheOneBefore() {
    driver.searchFinds = new SearchOutcome.Found(3, 0, driver.copy(90, 3, 2));
    driver.deliver(4, 3);
    pass(31);
    assertThat(looks()).hasSize(1);

    driver.deliver(3, 2);
    pass(1);

    assertThat(looks()).extracting(Search::below).containsExactly(4L, 3L);
  }

  @Test
  void theSameGoalIsLookedForAgainAfterFiveSeconds() {
    driver.searchFinds = new SearchOutcome.Found(1, 0, driver.copy(90, 1, 0));
    driver.deliver(2, 1);
    pass(34);
    assertThat(looks()).hasSize(1);

    pass(1);

    assertThat(looks()).hasSize(2);
  }

  @Test
  void aSearchGoesOnAfterAQuarterOfALook() {
    driver.searchFinds = new SearchOutcome.Further(100, 10);
    driver.deliver(2, 1);

    pass(30);

    assertThat(driver.all(WorkerEffect.WakeAt.class))
        .last()
        .isEqualTo(new WorkerEffect.WakeAt(driver.now().monotonic().plus(Duration.ofMillis(250))));
  }

  @Test
  void whatAllLooksOfASearchHavePassedCountsInThePlaceOfWhatIsFound() {
    driver.searches =
        search ->
            search.from() == 0
                ? new SearchOutcome.Further(100, 10)
                : new SearchOutcome.Found(1, 5, driver.copy(190, 1, 0));
    for (int seq = 2; seq <= 9; seq++) {
      driver.deliver(seq, seq - 1);
    }

    pass(31);

    assertThat(driver.asked()).as("ten passed, five before it, and itself").isEqualTo(16);
  }

  @Test
  void behindAFullWindowItLooksOnceAGrace() {
    driver.deliver(2, 1);
    driver.hand(new WorkerEvent.HeldBack(true));
    pass(59);
    assertThat(looks()).hasSize(1);

    pass(1);
    assertThat(looks()).hasSize(2);

    pass(29);
    assertThat(looks()).hasSize(2);
  }

  @Test
  void whileMoreIsToComeItLooksNoMoreForWhatItHasReported() {
    driver.deliver(2, 1);

    pass(120);

    assertThat(looks()).hasSize(1);
  }

  @Test
  void aGapIsPassedOverOnlyAfterASearchThatBeganAtTheBoundOrLater() {
    driver =
        new WorkerDriver(
            SETTINGS.withGaps(
                new FlowSettings.Gaps(
                    FlowSettings.GapPolicy.SKIP, Duration.ofSeconds(33), Horizon.ofDefaults())));
    driver.deliver(2, 1);
    driver.hand(new WorkerEvent.HeldBack(true));
    pass(62);
    assertThat(looks()).as("at the grace, and a grace later").hasSize(2);
    driver.searchFinds = new SearchOutcome.Failed("the link is gone");

    pass(2);

    assertThat(looks()).hasSizeGreaterThan(2);
    assertThat(driver.facts(WorkerFact.GapSkipped.class)).isEmpty();
  }

  private void pass(int seconds) {
    for (int i = 0; i < seconds; i++) {
      driver.tick(Duration.ofSeconds(1));
    }
  }

  private List<Search> looks() {
    return driver.all(WorkerEffect.SearchSession.class).stream()
        .map(WorkerEffect.SearchSession::search)
        .toList();
  }
}
