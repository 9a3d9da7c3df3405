package io.twinbus.ledger.unit;

import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.ledger.Block;
import io.twinbus.ledger.ClaimId;
import io.twinbus.ledger.Custody;
import io.twinbus.ledger.InstanceId;
import io.twinbus.ledger.Owner;
import io.twinbus.ledger.Progress;
import io.twinbus.ledger.SessionRecord;
import io.twinbus.ledger.SessionStatus;
import io.twinbus.ledger.WriteId;
import io.twinbus.ledger.WriteMark;
import io.twinbus.ledger.rules.ClaimDecision;
import io.twinbus.ledger.rules.ClaimRule;
import io.twinbus.ledger.rules.Claimant;
import io.twinbus.ledger.rules.InDoubt;
import io.twinbus.ledger.rules.OwnerState;
import io.twinbus.ledger.rules.Ownership;
import io.twinbus.ledger.rules.StartGate;
import io.twinbus.ledger.rules.SuspectRule;
import io.twinbus.ledger.store.ReadOutcome;
import io.twinbus.ledger.store.Version;
import io.twinbus.protocol.Position;
import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.SessionId;
import io.twinbus.protocol.StreamId;
import io.twinbus.protocol.time.MonotonicTime;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ClaimRuleTest {

  private static final SessionId SESSION = new SessionId("parcel-1");
  private static final RegionName EAST = new RegionName("east");
  private static final Owner ME = new Owner(EAST, new InstanceId("me"), new ClaimId("mine"));
  private static final Owner OTHER =
      new Owner(new RegionName("west"), new InstanceId("other"), new ClaimId("theirs"));
  private static final WriteMark STAMP =
      WriteMark.of(new WriteId("w2"), Instant.ofEpochMilli(5_000));

  @Test
  void aNewSessionIsCreatedWithATokenFromTheWallClock() {
    ClaimDecision decision = decide(new ReadOutcome.Absent<>(), OwnerState.ALIVE);

    SessionRecord record = ((ClaimDecision.Create) decision).record();
    assertThat(record.token()).isEqualTo(5_000);
    assertThat(record.custody().isHeldBy(ME.claim())).isTrue();
    assertThat(record.status()).isEqualTo(SessionStatus.WORKING);
  }

  @Test
  void anIdleOrPendingSessionIsClaimedWithAHigherToken() {
    for (SessionStatus status : new SessionStatus[] {SessionStatus.IDLE, SessionStatus.PENDING}) {
      ClaimDecision.Replace replace =
          (ClaimDecision.Replace) decide(found(status, null, null), OwnerState.ALIVE);

      assertThat(replace.kind()).isEqualTo(ClaimDecision.Kind.FREE);
      assertThat(replace.record().token()).isEqualTo(43);
      assertThat(replace.version()).isEqualTo(new Version("v1"));
    }
  }

  @Test
  void aLivingOwnerAndAWorkerOfThisProcessAreLeftAlone() {
    for (OwnerState state : new OwnerState[] {OwnerState.ALIVE, OwnerState.SERVED}) {
      assertThat(decide(found(SessionStatus.WORKING, OTHER, null), state))
          .isEqualTo(new ClaimDecision.Leave(ClaimDecision.Reason.OWNED));
    }
  }

  @Test
  void aDeadOwnersSessionIsTakenOver() {
    ClaimDecision.Replace replace =
        (ClaimDecision.Replace) decide(found(SessionStatus.WORKING, OTHER, null), OwnerState.DEAD);

    assertThat(replace.kind()).isEqualTo(ClaimDecision.Kind.TAKEOVER);
    assertThat(replace.record().token()).isEqualTo(43);
    assertThat(replace.record().custody().owner()).isEqualTo(ME);
  }

  @Test
  void anOrphanOfThisProcessIsClaimedAnew() {
    ClaimDecision.Replace replace =
        (ClaimDecision.Replace)
            decide(found(SessionStatus.WORKING, OTHER, null), OwnerState.ORPHAN);

    assertThat(replace.kind()).isEqualTo(ClaimDecision.Kind.ORPHAN);
    assertThat(replace.record().token()).isEqualTo(43);
  }

  @Test
  void aBlockedSessionIsLeftToTheOperator() {
    Block block = new Block("poison", "m-1", "me", Instant.EPOCH);

    assertThat(decide(found(SessionStatus.BLOCKED, null, block), OwnerState.DEAD))
        .isEqualTo(new ClaimDecision.Leave(ClaimDecision.Reason.BLOCKED));
  }

  @Test
  void theClaimAfterADeadOwnersEvictionIsTheTakeoverAndCountsWhatHeHadStarted() {
    Position started = new Position(new StreamId("s"), 1, 0);
    Position inHand = new Position(new StreamId("t"), 1, 0);
    ReadOutcome.Found<SessionRecord> working =
        (ReadOutcome.Found<SessionRecord>) found(SessionStatus.WORKING, OTHER, null);
    Progress progress = SuspectRule.aboutToStart(Progress.NONE, started);
    SessionRecord evicted =
        working
            .record()
            .withCustody(working.record().custody().evicted())
            .withProgress(SuspectRule.evicted(progress, new StreamId("w")));

    ClaimDecision.Replace replace =
        (ClaimDecision.Replace)
            ClaimRule.decide(
                new ReadOutcome.Found<>(evicted, working.version()),
                SESSION,
                new Claimant(ME, List.of(inHand), InDoubt.RERUN),
                STAMP,
                new FixedStanding(OwnerState.ALIVE));

    assertThat(evicted.custody().owner()).isNull();
    assertThat(evicted.token()).isEqualTo(43);
    assertThat(replace.kind()).isEqualTo(ClaimDecision.Kind.TAKEOVER);
    assertThat(replace.record().token()).isEqualTo(44);
    assertThat(replace.record().progress().attempts(started.stream(), 1)).isEqualTo(1);
    assertThat(replace.record().progress().suspect(inHand.stream(), 1)).isPresent();
    assertThat(replace.record().progress().suspect(new StreamId("w"), 1)).isPresent();
  }

  @Test
  void inDoubtAStartWithoutAnEndIsHeldInTheWriteThatWouldHaveClaimed() {
    Position first = new Position(new StreamId("s"), 1, 0);
    for (OwnerState state : new OwnerState[] {OwnerState.DEAD, OwnerState.ORPHAN}) {
      ReadOutcome.Found<SessionRecord> working =
          (ReadOutcome.Found<SessionRecord>) found(SessionStatus.WORKING, OTHER, null);
      SessionRecord started =
          working.record().withProgress(SuspectRule.aboutToStart(Progress.NONE, first));

      ClaimDecision.Hold hold =
          (ClaimDecision.Hold)
              ClaimRule.decide(
                  new ReadOutcome.Found<>(started, working.version()),
                  SESSION,
                  new Claimant(ME, List.of(first), InDoubt.BLOCK),
                  STAMP,
                  new FixedStanding(state));

      assertThat(hold.record().status()).isEqualTo(SessionStatus.BLOCKED);
      assertThat(hold.record().custody().owner()).isNull();
      assertThat(hold.record().token()).isEqualTo(43);
      assertThat(SuspectRule.started(hold.record().progress())).isPresent();
    }
  }

  private static ClaimDecision decide(ReadOutcome<SessionRecord> seen, OwnerState judgement) {
    return ClaimRule.decide(
        seen,
        SESSION,
        new Claimant(ME, List.of(), InDoubt.RERUN),
        STAMP,
        new FixedStanding(judgement));
  }

  private static ReadOutcome<SessionRecord> found(
      SessionStatus status, @Nullable Owner owner, @Nullable Block block) {
    return new ReadOutcome.Found<>(
        SessionRecord.first(
            SESSION,
            new Custody(status, owner, 42, block),
            WriteMark.of(new WriteId("w1"), Instant.EPOCH)),
        new Version("v1"));
  }

  private record FixedStanding(OwnerState judgement) implements Ownership {
    @Override
    public boolean mayWork(MonotonicTime now) {
      return true;
    }

    @Override
    public OwnerState judge(Owner owner) {
      return judgement;
    }

    @Override
    public StartGate gate() {
      return new StartGate();
    }

    @Override
    public void serve(ClaimId claim) {}

    @Override
    public void unserve(ClaimId claim) {}
  }
}
