package io.twinbus.receiver.unit;

import static io.twinbus.receiver.unit.WorkerDriver.EAST;
import static io.twinbus.receiver.unit.WorkerDriver.SESSION;
import static io.twinbus.receiver.unit.WorkerDriver.STREAM;
import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.ledger.Custody;
import io.twinbus.ledger.Progress;
import io.twinbus.ledger.SessionRecord;
import io.twinbus.ledger.SessionStatus;
import io.twinbus.ledger.WriteId;
import io.twinbus.ledger.WriteMark;
import io.twinbus.ledger.rules.GapRule;
import io.twinbus.protocol.StreamId;
import io.twinbus.receiver.broker.SearchOutcome;
import io.twinbus.receiver.session.WorkerFact;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** An owner that one stream keeps busy while another one waits at a gap. */
class GapYieldTest {

  private static final StreamId BUSY = new StreamId("busy");

  private final WorkerDriver driver = new WorkerDriver();
  private long next = 1;
  private int ended;

  @Test
  void itKeepsItsClaimWhileItHasNotLookedThroughItsSession() {
    driver.searchFinds = new SearchOutcome.Failed("the link is gone");
    driver.deliver(2, 1);

    worksFor(45);

    assertThat(driver.facts(WorkerFact.Released.class)).isEmpty();
    assertThat(driver.facts(WorkerFact.GapReported.class)).isEmpty();
  }

  @Test
  void whatItsRegionHasReportedIsNeitherLookedForNorReportedOnceMore() {
    Progress reported = GapRule.reported(Progress.NONE, STREAM, EAST, 2, Instant.EPOCH);
    driver.record =
        SessionRecord.first(
                SESSION,
                new Custody(SessionStatus.IDLE, null, 100, null),
                WriteMark.of(new WriteId("w"), Instant.EPOCH))
            .withProgress(reported);
    driver.searchFinds = new SearchOutcome.Failed("the link is gone");
    driver.deliver(2, 1);

    worksFor(31);

    assertThat(driver.facts(WorkerFact.Released.class)).hasSize(1);
    assertThat(driver.facts(WorkerFact.GapReported.class)).isEmpty();
    assertThat(Objects.requireNonNull(driver.record).status()).isEqualTo(SessionStatus.IDLE);
  }

  @Test
  void itGivesWayOnceAGraceAtMost() {
    driver.deliver(2, 1);

    worksFor(55);
    assertThat(driver.facts(WorkerFact.Released.class)).hasSize(1);

    worksFor(10);
    assertThat(driver.facts(WorkerFact.Released.class)).hasSize(2);
  }

  /** Each second a message of the other stream comes, and the one before it has ended. */
  private void worksFor(int seconds) {
    for (int i = 0; i < seconds; i++) {
      driver.deliver(BUSY, next, next - 1, EAST);
      next++;
      if (driver.calls() > ended) {
        ended++;
        driver.completes();
      }
      driver.tick(Duration.ofSeconds(1));
    }
  }
}
