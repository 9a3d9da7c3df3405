package io.twinbus.receiver.session.state;

import static io.twinbus.receiver.session.state.LoneWorker.EAST;
import static io.twinbus.receiver.session.state.LoneWorker.at;
import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.ledger.Gap;
import io.twinbus.ledger.Progress;
import io.twinbus.ledger.rules.GapRule;
import io.twinbus.ledger.rules.Horizon;
import io.twinbus.protocol.Position;
import io.twinbus.receiver.broker.Delivery;
import io.twinbus.receiver.rules.DeliveryRule;
import io.twinbus.receiver.session.GapSightings;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Since when a worker has waited at its gaps. */
class GapTimerTest {

  private static final Duration GRACE = Duration.ofSeconds(5);

  private final GapTimer timer = new GapTimer(Copies.SESSION, new GapSightings());
  private final List<Inbox.Head> gaps = gapBehind(1);

  @Test
  void aGapIsOverdueOnceTheGraceIsOverSinceItWasFirstSeen() {
    timer.update(gaps, Progress.NONE, at(1));

    assertThat(timer.overdue(gaps, Progress.NONE, GRACE, at(5))).isEmpty();
    assertThat(timer.overdue(gaps, Progress.NONE, GRACE, at(6))).isEqualTo(gaps);
  }

  @Test
  void aReportStandsSinceItWasFirstSeen() {
    Progress reported = GapRule.reported(Progress.NONE, Copies.A, EAST, 2, Copies.NOW);
    Gap.Report report =
        Objects.requireNonNull(reported.gap(Copies.A).orElseThrow().reports().get(EAST));
    timer.update(gaps, reported, at(1));

    assertThat(timer.reportedSince(Copies.A, reported, report, at(3))).isEqualTo(at(3));
    assertThat(timer.reportedSince(Copies.A, reported, report, at(9))).isEqualTo(at(3));
  }

  /** Of a stream whose message {@code missing} is not in hand. */
  private static List<Inbox.Head> gapBehind(long missing) {
    Inbox inbox = new Inbox(new DeliveryRule(Horizon.ofDefaults()));
    Delivery behind =
        Copies.copy(1, new Position(Copies.A, missing + 1, missing), Copies.NOW, null);
    inbox.add(behind, Copies.positionOf(behind));
    return inbox.heads(Progress.NONE, stream -> false, Copies.NOW).gaps();
  }
}
