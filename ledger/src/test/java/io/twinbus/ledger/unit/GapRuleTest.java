package io.twinbus.ledger.unit;

import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.ledger.EndState;
import io.twinbus.ledger.EndedRange;
import io.twinbus.ledger.Gap;
import io.twinbus.ledger.Progress;
import io.twinbus.ledger.rules.GapRule;
import io.twinbus.ledger.rules.ProgressRule;
import io.twinbus.protocol.Position;
import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.StreamId;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class GapRuleTest {

  private static final StreamId P = new StreamId("p");
  private static final StreamId Q = new StreamId("q");
  private static final RegionName EAST = new RegionName("east");
  private static final RegionName WEST = new RegionName("west");
  private static final Instant FIRST = Instant.parse("2026-11-21T10:00:00Z");
  private static final Instant LATER = FIRST.plusSeconds(60);

  @Test
  void aReportNamesTheLowestNumberHeldAndSinceWhen() {
    Progress progress = GapRule.reported(Progress.NONE, P, EAST, 3, FIRST);

    assertThat(progress.gap(P).orElseThrow().reports())
        .containsExactly(Map.entry(EAST, new Gap.Report(3, FIRST)));
    assertThat(progress.cursors()).isEmpty();
  }

  @Test
  void aLowerNumberDoesNotMakeTheReportYounger() {
    Progress reported = GapRule.reported(Progress.NONE, P, EAST, 5, FIRST);

    Progress lowered = GapRule.reported(reported, P, EAST, 3, LATER);

    assertThat(reportOf(lowered, EAST)).isEqualTo(new Gap.Report(3, FIRST));
  }

  @Test
  void aRenewedReportCountsFromNowOnAndLeavesTheOthersAlone() {
    Progress both = bothReport(5, 4);

    Progress renewed = GapRule.renewed(both, P, EAST, 5, LATER);

    assertThat(reportOf(renewed, EAST)).isEqualTo(new Gap.Report(5, LATER));
    assertThat(reportOf(renewed, WEST)).isEqualTo(new Gap.Report(4, FIRST));
  }

  @Test
  void whoFindsTheMessageTakesEveryReportOfThatStreamBack() {
    Progress waiting = GapRule.reported(bothReport(5, 4), Q, EAST, 2, FIRST);

    Progress found = GapRule.found(waiting, List.of(P));

    assertThat(found.gap(P)).isEmpty();
    assertThat(found.gap(Q)).isPresent();
  }

  @Test
  void aSkipEndsJustBeforeTheLowestNumberThatAnyRegionHolds() {
    Progress skipped = GapRule.skipped(bothReport(5, 3), P, EAST, LATER);

    assertThat(skipped.cursor(P)).isEqualTo(2);
    assertThat(skipped.ended())
        .containsExactly(new EndedRange(P, 1, 2, EndState.SKIPPED, GapRule.LATE_AFTER_SKIP));
    assertThat(skipped.waiting()).isEmpty();
  }

  @Test
  void aRegionWithoutAReportOfItsOwnSkipsNothing() {
    Progress reported = GapRule.reported(Progress.NONE, P, EAST, 3, FIRST);

    assertThat(GapRule.skipped(reported, P, WEST, LATER)).isEqualTo(reported);
  }

  @Test
  void anyRegionWhoseReportStandsMaySkip() {
    Progress both = bothReport(5, 4);

    assertThat(GapRule.skipped(both, P, WEST, LATER))
        .isEqualTo(GapRule.skipped(both, P, EAST, LATER));
  }

  @Test
  void reportsAboutAnotherCursorAreAboutAnotherGap() {
    Progress reported = GapRule.reported(Progress.NONE, P, EAST, 3, FIRST);

    Progress moved = ProgressRule.ended(reported, new Position(P, 1, 0), EndState.DONE, "", LATER);

    assertThat(moved.gap(P)).isEmpty();
    assertThat(GapRule.skipped(moved, P, EAST, LATER)).isEqualTo(moved);
  }

  @Test
  void aFindWhereNobodyWaitsChangesNothing() {
    assertThat(GapRule.found(Progress.NONE, List.of(P))).isEqualTo(Progress.NONE);
  }

  @Test
  void aReportThatIsRenewedAfterTheOthersWereTakenBackStandsAlone() {
    Progress found = GapRule.found(bothReport(5, 4), List.of(P));

    Progress renewed = GapRule.renewed(found, P, EAST, 5, LATER);

    assertThat(renewed.gap(P).orElseThrow().reports())
        .containsExactly(Map.entry(EAST, new Gap.Report(5, LATER)));
  }

  private static Progress bothReport(long east, long west) {
    Progress first = GapRule.reported(Progress.NONE, P, EAST, east, FIRST);
    return GapRule.reported(first, P, WEST, west, FIRST);
  }

  private static Gap.Report reportOf(Progress progress, RegionName region) {
    return Objects.requireNonNull(progress.gap(P).orElseThrow().reports().get(region));
  }
}
