package io.twinbus.rehearsal.unit;

import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.ledger.Block;
import io.twinbus.ledger.ClaimId;
import io.twinbus.ledger.Custody;
import io.twinbus.ledger.InstanceId;
import io.twinbus.ledger.Owner;
import io.twinbus.ledger.SessionRecord;
import io.twinbus.ledger.SessionStatus;
import io.twinbus.ledger.WriteId;
import io.twinbus.ledger.WriteMark;
import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.SessionId;
import io.twinbus.rehearsal.drill.ClaimsLeft;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ClaimsLeftTest {

  private static final Owner LIVING = owner("living");
  private static final Owner DEAD = owner("dead");

  @Test
  void aClaimIsHeldUnlessItsOwnerIsJudgedDead() {
    List<SessionRecord> records =
        List.of(
            record("a", SessionStatus.WORKING, LIVING),
            record("b", SessionStatus.WORKING, DEAD),
            record("c", SessionStatus.IDLE, null),
            record("d", SessionStatus.BLOCKED, LIVING),
            record("e", SessionStatus.PENDING, null));

    ClaimsLeft left = ClaimsLeft.in(records, DEAD.instance()::equals);

    assertThat(left.held())
        .containsExactly("a, WORKING by east/living", "d, BLOCKED by east/living");
    assertThat(left.abandoned()).containsExactly("b, WORKING by east/dead");
  }

  private static Owner owner(String instance) {
    return new Owner(new RegionName("east"), new InstanceId(instance), new ClaimId("claim"));
  }

  private static SessionRecord record(String session, SessionStatus status, @Nullable Owner owner) {
    Block block =
        status == SessionStatus.BLOCKED ? new Block("by hand", null, "me", Instant.EPOCH) : null;
    return SessionRecord.first(
        new SessionId(session),
        new Custody(status, owner, 7, block),
        WriteMark.of(new WriteId("w"), Instant.EPOCH));
  }
}
