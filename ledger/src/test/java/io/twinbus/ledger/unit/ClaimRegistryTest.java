package io.twinbus.ledger.unit;

import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.ledger.ClaimId;
import io.twinbus.ledger.InstanceId;
import io.twinbus.ledger.rules.ClaimRegistry;
import io.twinbus.ledger.rules.StartGate;
import io.twinbus.protocol.time.MonotonicTime;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** What a process answers for, and what it lets go with a claim. */
class ClaimRegistryTest {

  private static final ClaimId CLAIM = new ClaimId("c");
  private static final MonotonicTime NOW = new MonotonicTime(0);

  private final StartGate gate = new StartGate();
  private final ClaimRegistry claims = new ClaimRegistry(gate);

  /** Else a suspect that is to run alone would wait for one that has ended. */
  @Test
  void aClaimThatNobodyAnswersForLeavesTheGate() {
    claims.serve(CLAIM);
    assertThat(enters(CLAIM, 0)).isTrue();
    ClaimId alone = new ClaimId("alone");
    assertThat(enters(alone, 1)).isFalse();

    claims.unserve(CLAIM);

    assertThat(claims.isServed(CLAIM)).isFalse();
    assertThat(claims.servedCount()).isZero();
    assertThat(enters(alone, 1)).isTrue();
  }

  /** The claims of former incarnations are this process's, too. */
  @Test
  void everyNameThatItHasGoneByIsItsOwn() {
    claims.goBy(new InstanceId("first"));
    claims.goBy(new InstanceId("second"));

    assertThat(claims.isOurs(new InstanceId("first"))).isTrue();
    assertThat(claims.isOurs(new InstanceId("second"))).isTrue();
    assertThat(claims.isOurs(new InstanceId("other"))).isFalse();
  }

  @Test
  void whatAWorkerServesIsKnownAndCountedUntilNobodyAnswersForIt() {
    ClaimId other = new ClaimId("other");
    claims.serve(CLAIM);
    claims.serve(other);

    assertThat(claims.isServed(CLAIM)).isTrue();
    assertThat(claims.servedCount()).isEqualTo(2);
    claims.unserve(other);
    assertThat(claims.isServed(CLAIM)).isTrue();
    assertThat(claims.servedCount()).isEqualTo(1);
  }

  @Test
  void theGateIsThatOfTheProcess() {
    assertThat(claims.gate()).isSameAs(gate);
  }

  private boolean enters(ClaimId claim, int takeovers) {
    return gate.enter(new StartGate.Ticket(claim, takeovers), NOW, Duration.ofMinutes(1));
  }
}
