package io.twinbus.proving.certify;

import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.certify.check.Finding;
import io.twinbus.protocol.time.MonotonicTime;
import io.twinbus.testkit.history.Defect;
import io.twinbus.testkit.history.Findings;
import io.twinbus.testkit.history.HistoryChecker;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What the closing run makes of the history checker's findings. */
class KilledReceiverRunTest {

  private final Findings findings = new HistoryChecker(repeat -> {}).finish();

  @Test
  void aCleanHistoryHolds() {
    Finding finding =
        KilledReceiverRun.finding(
            findings, List.of(at(12_000), at(0), at(1_000), at(1_500)), Map.of("east", 25));

    assertThat(finding.grade()).isEqualTo(Finding.Grade.HOLDS);
    assertThat(finding.sentence())
        .contains("none lost or out of order", "east 25")
        .contains("; 0.3 a second, and none for 10.5 s at the longest;");
  }

  @Test
  void aDefectIsBrokenAndNamed() {
    findings.add(Defect.LOST, "Message s-4 of session 's' was acknowledged, and never ran.");

    Finding finding = KilledReceiverRun.finding(findings, List.of(), Map.of());

    assertThat(finding.grade()).isEqualTo(Finding.Grade.BROKEN);
    assertThat(finding.sentence()).contains("Message s-4 of session 's'");
  }

  private static MonotonicTime at(long millis) {
    return new MonotonicTime(millis * 1_000_000);
  }
}
