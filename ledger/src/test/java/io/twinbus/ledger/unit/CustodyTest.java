package io.twinbus.ledger.unit;

import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.ledger.Block;
import io.twinbus.ledger.ClaimId;
import io.twinbus.ledger.Custody;
import io.twinbus.ledger.InstanceId;
import io.twinbus.ledger.Owner;
import io.twinbus.ledger.SessionStatus;
import io.twinbus.protocol.RegionName;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** Which moves keep what the last commit said of the messages in hand. */
class CustodyTest {

  private static final Owner OWNER =
      new Owner(new RegionName("east"), new InstanceId("one"), new ClaimId("first"));
  private static final Owner NEXT =
      new Owner(new RegionName("west"), new InstanceId("two"), new ClaimId("second"));

  private final Custody resting = new Custody(SessionStatus.WORKING, OWNER, 7, null).resting(true);

  @Test
  void whoeverTakesTheSessionOverSeesThatItsLastCommitLeftNothingInHand() {
    assertThat(resting.claimedBy(NEXT).resting()).isTrue();
    assertThat(resting.evicted().resting()).isTrue();
    assertThat(resting.evicted().claimedBy(NEXT).resting()).isTrue();
    assertThat(resting.raised().resting()).isTrue();
    assertThat(resting.claimedBy(NEXT).token()).isEqualTo(8);
  }

  @Test
  void afterAReleaseABlockOrACallWhoseEndIsUnknownItIsNotKnown() {
    assertThat(resting.released().resting()).isFalse();
    assertThat(resting.renewedBy(NEXT).resting()).isFalse();
    assertThat(resting.forgotten().resting()).isFalse();
    assertThat(resting.blocked(new Block("why", null, "ann", Instant.EPOCH)).resting()).isFalse();
  }

  @Test
  void theNextCommitSaysItAnew() {
    assertThat(resting.resting(false))
        .isEqualTo(new Custody(SessionStatus.WORKING, OWNER, 7, null));
    assertThat(resting.resting(true)).isSameAs(resting);
  }
}
