package io.twinbus.receiver.unit;

import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.ledger.Progress;
import io.twinbus.ledger.SessionRecord;
import io.twinbus.ledger.rules.GapRule;
import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.StreamId;
import io.twinbus.receiver.broker.Search;
import io.twinbus.receiver.broker.SearchOutcome;
import io.twinbus.receiver.session.FlowSettings;
import io.twinbus.receiver.session.WorkerEffect;
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
    driver.searchFinds = new SearchOutcome.Found(1, 12);
    for (int seq = 2; seq <= 9; seq++) {
      driver.deliver(seq, seq - 1);
    }

    pass(32);

    assertThat(driver.asked()).isEqualTo(13);
    assertThat(reports()).isEmpty();
  }

  @Test
  void whatIsFoundOutOfReachIsTold() {
    driver.searchFinds = new SearchOutcome.Found(1, 40);
    for (int seq = 2; seq <= 9; seq++) {
      driver.deliver(seq, seq - 1);
    }

    pass(32);

    assertThat(facts(WorkerFact.Stuck.class).get(0).why()).contains("behind 40 other copies");
    assertThat(reports()).isEmpty();
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

  private List<WorkerFact.GapReported> reports() {
    return facts(WorkerFact.GapReported.class);
  }

  private <F extends WorkerFact> List<F> facts(Class<F> kind) {
    return driver.all(WorkerEffect.Report.class).stream()
        .map(WorkerEffect.Report::fact)
        .filter(kind::isInstance)
        .map(kind::cast)
        .toList();
  }
}
