package io.twinbus.ledger.unit;

import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.ledger.ClaimId;
import io.twinbus.ledger.CountedAs;
import io.twinbus.ledger.EndState;
import io.twinbus.ledger.InstanceId;
import io.twinbus.ledger.MessageAttempts;
import io.twinbus.ledger.MessageContent;
import io.twinbus.ledger.MessageName;
import io.twinbus.ledger.MessageRecord;
import io.twinbus.ledger.Owner;
import io.twinbus.ledger.WriteId;
import io.twinbus.ledger.WriteMark;
import io.twinbus.ledger.rules.ClaimScope;
import io.twinbus.ledger.rules.InDoubt;
import io.twinbus.ledger.rules.MessageClaimant;
import io.twinbus.ledger.rules.MessageDecision;
import io.twinbus.ledger.rules.MessageRule;
import io.twinbus.ledger.rules.OwnerState;
import io.twinbus.ledger.rules.Ownership;
import io.twinbus.ledger.rules.StartGate;
import io.twinbus.ledger.store.ReadOutcome;
import io.twinbus.ledger.store.Version;
import io.twinbus.protocol.MessageId;
import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.Replay;
import io.twinbus.protocol.SessionId;
import io.twinbus.protocol.time.MonotonicTime;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class MessageRuleTest {

  private static final SessionId SESSION = new SessionId("parcel");
  private static final MessageId MESSAGE = new MessageId("m-1");
  private static final RegionName EAST = new RegionName("east");
  private static final Version SEEN = new Version("v1");
  private static final Owner ME = new Owner(EAST, new InstanceId("me"), new ClaimId("mine"));
  private static final Owner OTHER =
      new Owner(new RegionName("west"), new InstanceId("other"), new ClaimId("his"));
  private static final MessageAttempts STARTED = MessageAttempts.first(0).withStarted(true);

  private ClaimScope scope = ClaimScope.SESSION;
  private InDoubt inDoubt = InDoubt.RERUN;
  private int max = 3;
  private long pardons;
  private Optional<Version> confirmed = Optional.empty();
  private Optional<Replay> replay = Optional.empty();
  private OwnerState judgement = OwnerState.ALIVE;

  @Test
  void withoutARecordOneIsCreatedTakenAndStarted() {
    MessageDecision.Take take = (MessageDecision.Take) decide(new ReadOutcome.Absent<>());

    assertThat(take.version()).isEmpty();
    assertThat(take.record().content()).isEqualTo(new MessageContent.Open(MESSAGE, ME, 7, STARTED));
  }

  @Test
  void whatHasEndedIsSettledAsItSaysWhoeverEndedIt() {
    MessageContent.Over over =
        new MessageContent.Over(MESSAGE, EndState.DEAD, "TTLExpiredException", 5);

    assertThat(decide(over)).isEqualTo(new MessageDecision.Settle(over));
  }

  @Test
  void theSameReplayWithAnotherBodyIsNeitherRunNorDropped() {
    Replay known = new Replay(Optional.empty(), 1, "11".repeat(32), "ann");
    Replay other = new Replay(Optional.empty(), 1, "22".repeat(32), "bob");
    MessageContent.Over over =
        new MessageContent.Over(MESSAGE, EndState.DONE, "", 5, Optional.of(known));
    MessageContent.Open open =
        new MessageContent.Open(MESSAGE, null, 5, MessageAttempts.first(0), Optional.of(known));

    replay = Optional.of(other);
    assertThat(decide(over)).isEqualTo(new MessageDecision.OtherBody(known));
    assertThat(decide(open)).isEqualTo(new MessageDecision.OtherBody(known));
    replay = Optional.of(new Replay(Optional.empty(), 1, known.body(), "bob"));
    assertThat(decide(over)).isEqualTo(new MessageDecision.Settle(over));
    assertThat(take(open).record().content().replay()).contains(known);
  }

  @Test
  void aReplaysRecordSaysWhichReplayItIs() {
    Replay mine = new Replay(Optional.empty(), 2, "11".repeat(32), "ann");
    replay = Optional.of(mine);

    MessageDecision.Take take = (MessageDecision.Take) decide(new ReadOutcome.Absent<>());

    assertThat(take.record().content().replay()).contains(mine);
    assertThat(take.record().key().value()).matches("replay-[0-9a-f]{64}-2");
  }

  @Test
  void aStartUnderAnEarlierClaimCountsAsAnAttemptAndIsTakenOverItsVersion() {
    MessageDecision.Take take = take(open(OTHER, 5, STARTED));

    assertThat(take.version()).contains(SEEN);
    assertThat(take.record().content())
        .isEqualTo(new MessageContent.Open(MESSAGE, ME, 7, new MessageAttempts(0, 1, true, 0)));
  }

  @Test
  void underAHigherTokenItIsTakenOnlyWhenTheClaimWasConfirmedAfterThatWasRead() {
    assertThat(decide(open(OTHER, 8, STARTED))).isEqualTo(new MessageDecision.Confirm(SEEN));
    assertThat(decide(open(null, 8, STARTED))).isEqualTo(new MessageDecision.Confirm(SEEN));
    confirmed = Optional.of(new Version("before"));
    assertThat(decide(open(OTHER, 8, STARTED))).isEqualTo(new MessageDecision.Confirm(SEEN));

    confirmed = Optional.of(SEEN);

    assertThat(take(open(OTHER, 8, STARTED)).record().content())
        .isEqualTo(new MessageContent.Open(MESSAGE, ME, 8, new MessageAttempts(0, 1, true, 0)));
    confirmed = Optional.empty();
    assertThat(decide(open(ME, 8, STARTED))).isInstanceOf(MessageDecision.Take.class);
  }

  @Test
  void whatWasGivenBackOrWaitsForARetryIsTakenWithoutAnAttempt() {
    MessageDecision.Take given = take(open(null, 5, new MessageAttempts(1, 1, false, 0)));
    MessageDecision.Take waiting = take(open(OTHER, 5, new MessageAttempts(1, 1, false, 0)));

    assertThat(tries(given)).isEqualTo(new MessageAttempts(1, 1, true, 0));
    assertThat(tries(waiting)).isEqualTo(new MessageAttempts(1, 1, true, 0));
  }

  @Test
  void aFormerIncarnationOfThisProcessIsNoDeathButItsDeadWorkerIs() {
    judgement = OwnerState.ORPHAN;
    Owner former = new Owner(EAST, new InstanceId("me, before"), new ClaimId("c"));
    Owner deadWorker = new Owner(EAST, ME.instance(), new ClaimId("c"));

    assertThat(tries(take(open(former, 5, STARTED))).takeovers()).isZero();
    assertThat(tries(take(open(deadWorker, 5, STARTED))).takeovers()).isEqualTo(1);
  }

  @Test
  void withInDoubtBlockAStartWithoutAnEndIsInQuestionUntilItIsPardoned() {
    inDoubt = InDoubt.BLOCK;

    assertThat(decide(open(OTHER, 5, STARTED))).isInstanceOf(MessageDecision.InQuestion.class);
    pardons = 1;
    assertThat(tries(take(open(OTHER, 5, STARTED)))).isEqualTo(new MessageAttempts(0, 0, true, 1));
  }

  @Test
  void attemptsUsedUpAreNotRunAgain() {
    MessageDecision decision = decide(open(OTHER, 5, new MessageAttempts(1, 1, true, 0)));

    assertThat(decision)
        .isInstanceOfSatisfying(
            MessageDecision.UsedUp.class,
            used -> assertThat(used.counted().tries().attempts()).isEqualTo(3));
  }

  @Test
  void aMessageOfItsOwnIsLeftToALivingWorker() {
    scope = ClaimScope.MESSAGE;

    assertThat(decide(open(OTHER, 5, STARTED))).isInstanceOf(MessageDecision.Leave.class);
    judgement = OwnerState.SERVED;
    assertThat(decide(open(OTHER, 5, STARTED))).isInstanceOf(MessageDecision.Leave.class);
  }

  @Test
  void aMessageOfItsOwnIsTakenFromADeadWorkerUnderAHigherToken() {
    scope = ClaimScope.MESSAGE;
    judgement = OwnerState.DEAD;

    MessageContent.Open taken =
        (MessageContent.Open) take(open(OTHER, 50, STARTED)).record().content();

    assertThat(taken.token()).isEqualTo(51);
    assertThat(taken.owner()).isEqualTo(ME);
    assertThat(taken.tries()).isEqualTo(new MessageAttempts(0, 1, true, 0));
  }

  @Test
  void oneThatWasGivenBackAndIsTakenAgainUnderTheSameTokenHasItsAttemptsNumberedOn() {
    MessageAttempts failedTwice =
        MessageAttempts.first(0)
            .failedOnceMore(CountedAs.NOT, Instant.EPOCH)
            .failedOnceMore(CountedAs.NOT, Instant.EPOCH);

    assertThat(tries(take(open(null, 7, failedTwice))).attempts()).isEqualTo(2);
    assertThat(tries(take(open(null, 6, failedTwice))).attempts()).isZero();
  }

  private static MessageAttempts tries(MessageDecision.Take take) {
    return ((MessageContent.Open) take.record().content()).tries();
  }

  private static MessageContent.Open open(
      @Nullable Owner owner, long token, MessageAttempts tries) {
    return new MessageContent.Open(MESSAGE, owner, token, tries);
  }

  private MessageDecision.Take take(MessageContent content) {
    return (MessageDecision.Take) decide(content);
  }

  private MessageDecision decide(MessageContent content) {
    return decide(found(content));
  }

  private static ReadOutcome.Found<MessageRecord> found(MessageContent content) {
    return new ReadOutcome.Found<>(new MessageRecord(SESSION, content, stamp("w1")), SEEN);
  }

  private MessageDecision decide(ReadOutcome<MessageRecord> seen) {
    MessageClaimant.Terms terms =
        new MessageClaimant.Terms(scope, inDoubt, max, pardons, confirmed);
    MessageClaimant me =
        new MessageClaimant(SESSION, new MessageName(MESSAGE, replay), ME, 7, terms);
    return MessageRule.decide(seen, me, stamp("w2"), new Judge());
  }

  private static WriteMark stamp(String write) {
    return WriteMark.of(new WriteId(write), Instant.EPOCH);
  }

  private final class Judge implements Ownership {

    @Override
    public boolean mayWork(MonotonicTime now) {
      return true;
    }

    @Override
    public OwnerState judge(Owner owner) {
      return judgement;
    }

    @Override
    public void serve(ClaimId claim) {}

    @Override
    public StartGate gate() {
      return new StartGate();
    }

    @Override
    public void unserve(ClaimId claim) {}
  }
}
