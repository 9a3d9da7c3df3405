package io.twinbus.ledger.unit;

import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.ledger.ClaimId;
import io.twinbus.ledger.rules.StartGate;
import io.twinbus.protocol.time.MonotonicTime;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class StartGateTest {

  private final StartGate gate = new StartGate();
  private Duration clock = Duration.ZERO;

  @Test
  void theOthersRunTogether() {
    assertThat(asks("a", 0)).isTrue();
    assertThat(asks("b", 0)).isTrue();
  }

  @Test
  void oneThatWasFoundStartedWaitsUntilItIsAlone() {
    asks("a", 0);

    assertThat(asks("killer", 1)).isFalse();
    leaves("a");
    assertThat(asks("killer", 1)).isTrue();
  }

  @Test
  void nobodyComesInBesideIt() {
    asks("killer", 1);

    assertThat(asks("a", 0)).isFalse();
    assertThat(asks("b", 1)).isFalse();
  }

  @Test
  void oneWhoIsInAmongOthersIsNotAloneForThat() {
    asks("a", 0);
    asks("killer", 0);

    assertThat(asks("killer", 1)).isFalse();
    leaves("a");
    assertThat(asks("killer", 1)).isTrue();
    assertThat(asks("a", 0)).isFalse();
  }

  @Test
  void nobodyOvertakesOneThatWaitsToBeAlone() {
    asks("a", 0);
    asks("killer", 1);

    assertThat(asks("b", 0)).isFalse();
  }

  @Test
  void theInnocentGoFirst() {
    asks("a", 0);
    asks("killer", 3);
    asks("innocent", 1);
    leaves("a");

    assertThat(asks("killer", 3)).isFalse();
    assertThat(asks("innocent", 1)).isTrue();
  }

  @Test
  void betweenTwoThatRunAloneTheOthersHaveTheirTurn() {
    asks("first", 1);
    asks("second", 1);
    asks("a", 0);
    leaves("first");

    assertThat(asks("second", 1)).isFalse();
    assertThat(asks("a", 0)).isTrue();
    leaves("a");
    asks("b", 0);
    assertThat(asks("second", 1)).isTrue();
  }

  @Test
  void whoNeverLeavesIsTakenForGoneAfterHisBound() {
    asks("stuck", 1);
    clock = clock.plusSeconds(60);

    assertThat(asks("a", 0)).isTrue();
  }

  @Test
  void whoDoesNotAskAgainIsForgotten() {
    asks("a", 0);
    asks("dead", 1);
    clock = clock.plusSeconds(2);

    assertThat(asks("b", 0)).isTrue();
  }

  @Test
  void oneWhoIsInMayAskAgain() {
    asks("a", 0);
    assertThat(asks("a", 0)).isTrue();
    leaves("a");
    asks("killer", 1);

    assertThat(asks("killer", 1)).isTrue();
    assertThat(asks("killer", 0)).isTrue();
  }

  @Test
  void ofTwoThatAreEquallySuspectTheOneThatCameFirstGoesFirst() {
    asks("a", 0);
    asks("first", 1);
    asks("second", 1);
    leaves("a");

    assertThat(asks("second", 1)).isFalse();
    assertThat(asks("first", 1)).isTrue();
  }

  @Test
  void allTheOthersThatWaitedHaveTheirTurnBeforeTheNextOneRunsAlone() {
    asks("first", 1);
    asks("second", 1);
    asks("a", 0);
    asks("b", 0);
    leaves("first");

    assertThat(asks("a", 0)).isTrue();
    assertThat(asks("b", 0)).isTrue();
    assertThat(asks("second", 1)).isFalse();
  }

  private boolean asks(String claim, int takeovers) {
    return gate.enter(
        new StartGate.Ticket(new ClaimId(claim), takeovers),
        new MonotonicTime(clock.toNanos()),
        Duration.ofSeconds(60));
  }

  private void leaves(String claim) {
    gate.leave(new ClaimId(claim));
  }
}
