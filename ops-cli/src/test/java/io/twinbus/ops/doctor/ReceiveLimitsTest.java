package io.twinbus.ops.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.ledger.cosmos.LedgerExamination.Finding;
import io.twinbus.ledger.cosmos.LedgerExamination.Grade;
import io.twinbus.protocol.RegionName;
import org.junit.jupiter.api.Test;

/** How near receivers are to what one queue, and one partition of the ledger, bears of them. */
class ReceiveLimitsTest {

  private static final RegionName EAST = new RegionName("east");

  @Test
  void receiversThatMayHoldNoMoreThanAQueueTakesAreGood() {
    Finding finding = ReceiveLimits.sessions(EAST, new ReceiveLimits.Held(25, 14, 200, 1));

    assertThat(finding.grade()).isEqualTo(Grade.GOOD);
    assertThat(finding.what())
        .isEqualTo(
            "25 receivers hold 14 sessions and may hold 5,000 (200 each by this configuration);"
                + " one queue or topic takes 5,000 receives at a time.");
  }

  @Test
  void oneReceiverMoreIsWarnedOf() {
    Finding finding = ReceiveLimits.sessions(EAST, new ReceiveLimits.Held(26, 14, 200, 3));

    assertThat(finding.check()).isEqualTo("sessions east");
    assertThat(finding.grade()).isEqualTo(Grade.WARNING);
    assertThat(finding.what())
        .contains("26 receivers hold 14 sessions of all queues", "may hold 5,200", "max-sessions");
  }

  @Test
  void sessionsThatAreHeldAreWarnedOfBeforeTheLimitIsReached() {
    Finding before = ReceiveLimits.sessions(EAST, new ReceiveLimits.Held(1, 3_999, 4_000, 1));
    Finding near = ReceiveLimits.sessions(EAST, new ReceiveLimits.Held(1, 4_000, 4_000, 1));

    assertThat(before.grade()).isEqualTo(Grade.GOOD);
    assertThat(near.grade()).isEqualTo(Grade.WARNING);
    assertThat(near.what()).startsWith("1 receiver holds 4,000 sessions, and one queue");
  }

  @Test
  void leasesAreWarnedOfBeforeTheirPartitionIsFull() {
    assertThat(ReceiveLimits.leases(533)).isEmpty();
    assertThat(ReceiveLimits.leases(534))
        .hasValueSatisfying(
            finding -> {
              assertThat(finding.grade()).isEqualTo(Grade.WARNING);
              assertThat(finding.what()).contains("534 instances", "8,010", "10,000");
            });
  }
}
