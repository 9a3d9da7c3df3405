package io.twinbus.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Named histories of a ledger that takes less than is asked of it. */
class SaturationScenariosTest {

  @Test
  void aSaturatedLedgerDoesWhatItCanAndNothingIsLostTakenOverOrRepeated() {
    assertThat(new SaturationPlays.Saturated().play()).isEmpty();
  }

  @Test
  void oneHotPartitionHoldsNoOtherSessionUp() {
    assertThat(SaturationPlays.hot()).isEmpty();
  }

  @Test
  void aDeadOwnerIsLookedAtCloserAndJudgedSoon() {
    assertThat(SaturationPlays.takeover()).isEmpty();
  }
}
