package io.twinbus.rehearsal.unit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twinbus.protocol.RegionName;
import io.twinbus.rehearsal.fault.Fault;
import io.twinbus.rehearsal.fault.FaultKind;
import io.twinbus.rehearsal.fault.ShareSchedule;
import io.twinbus.rehearsal.fault.When;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class FaultTest {

  @Test
  void anOptionNamesRegionShareAndSeconds() {
    Fault fault = Fault.parse(FaultKind.PAUSE_RECEIVER, "west-2@70+25");

    assertThat(fault)
        .isEqualTo(
            new Fault(
                FaultKind.PAUSE_RECEIVER,
                Optional.of(new RegionName("west-2")),
                new When.Share(70),
                Duration.ofSeconds(25)));
    assertThat(fault).hasToString("pause-receiver west-2@70+25");
  }

  @Test
  void secondsHaveADefault() {
    assertThat(Fault.parse(FaultKind.OUTAGE, "east@40").length()).hasSeconds(20);
    assertThat(Fault.parse(FaultKind.KILL_RECEIVER, "east@40").length()).hasSeconds(10);
    assertThat(Fault.parse(FaultKind.KILL_RECEIVER, "east@40"))
        .hasToString("kill-receiver east@40");
  }

  @Test
  void whatIsWrittenOtherwiseIsRefusedInASentence() {
    for (String text :
        List.of(
            "",
            "east",
            "east@",
            "@40",
            "east@101",
            "east@4x",
            "east@40+",
            "east@40+0",
            "east@40+601",
            "East@40")) {
      assertThatThrownBy(() -> Fault.parse(FaultKind.OUTAGE, text))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageStartingWith("--outage");
    }
    assertThatThrownBy(() -> Fault.parse(FaultKind.KILL_RECEIVER, "east@40+5"))
        .hasMessageContaining("takes no seconds");
  }

  @Test
  void aFaultOfAnyKindNamesItsKindFirst() {
    Set<FaultKind> kinds = Set.of(FaultKind.AZURE_REGION, FaultKind.OUTAGE);

    assertThat(Fault.parse(kinds, "azure-region:east@40+70"))
        .hasToString("azure-region east@40+70");
    assertThat(Fault.parse(kinds, "azure-region:east@40").length()).hasSeconds(60);
    assertThat(Fault.parse(kinds, "outage:west@5"))
        .isEqualTo(Fault.parse(FaultKind.OUTAGE, "west@5"));
  }

  @Test
  void aKindThatIsUnknownOrNotTakenIsRefusedInASentence() {
    for (String text : List.of("", ":east@40", "east@40", "azure:east@40", "blackhole:east@40")) {
      assertThatThrownBy(() -> Fault.parse(Set.of(FaultKind.AZURE_REGION), text))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage(
              "--fault is '%s': give KIND:REGION@PERCENT[+SECONDS]; KIND is one of azure-region."
                  .formatted(text));
    }
  }

  @Test
  void faultsAreDueOnceTheirShareHasBeenSent() {
    Fault early = Fault.parse(FaultKind.OUTAGE, "east@40");
    Fault late = Fault.parse(FaultKind.KILL_RECEIVER, "west@70");
    ShareSchedule schedule = new ShareSchedule(List.of(late, early), 200);

    assertThat(schedule.due(79)).isEmpty();
    assertThat(schedule.due(80)).containsExactly(early);
    assertThat(schedule.due(139)).isEmpty();
    assertThat(schedule.due(200)).containsExactly(late);
    assertThat(schedule.due(200)).isEmpty();
  }
}
