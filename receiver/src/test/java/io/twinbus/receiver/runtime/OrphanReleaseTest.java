package io.twinbus.receiver.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.ledger.ClaimId;
import io.twinbus.ledger.Custody;
import io.twinbus.ledger.EntityKey;
import io.twinbus.ledger.InstanceId;
import io.twinbus.ledger.MessageKey;
import io.twinbus.ledger.MessageRecord;
import io.twinbus.ledger.Owner;
import io.twinbus.ledger.SessionRecord;
import io.twinbus.ledger.SessionStatus;
import io.twinbus.ledger.WriteId;
import io.twinbus.ledger.WriteMark;
import io.twinbus.ledger.rules.ClaimRegistry;
import io.twinbus.ledger.rules.StartGate;
import io.twinbus.ledger.store.MessageStore;
import io.twinbus.ledger.store.ReadOutcome;
import io.twinbus.ledger.store.SessionStore;
import io.twinbus.ledger.store.Version;
import io.twinbus.ledger.store.WriteOutcome;
import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.SessionId;
import io.twinbus.protocol.time.Now;
import io.twinbus.receiver.session.WorkerFact;
import io.twinbus.receiver.session.WorkerIdentity;
import io.twinbus.receiver.session.worker.SessionWorker;
import io.twinbus.receiver.ticked.TickedTimer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a dead worker left claimed, in a ledger where its claim has never landed. */
class OrphanReleaseTest {

  private static final Duration GRACE = Duration.ofSeconds(5);
  private static final ClaimId CLAIM = new ClaimId("c");
  private static final WorkerIdentity WHO =
      new WorkerIdentity(
          EntityKey.ofQueue("orders"),
          new SessionId("s"),
          new RegionName("east"),
          new InstanceId("i"));

  @AutoClose("shutdownNow")
  private final TickedTimer timer = new TickedTimer();

  private final ClaimRegistry claims = new ClaimRegistry(new StartGate());
  private final Sessions sessions = new Sessions();
  private final CompletableFuture<Void> callsReturned = new CompletableFuture<>();
  private final List<WorkerFact> facts = new ArrayList<>();
  private OrphanRelease release;
  private boolean isDefect;
  private boolean isDeaf;

  @BeforeEach
  void aWorkerThatAnsweredForAClaimHasDied() {
    claims.serve(CLAIM);
    LedgerCalls ledger =
        new LedgerCalls(
            EntityKey.ofQueue("orders"),
            sessions,
            new NoMessages(),
            new Bounded(Duration.ofSeconds(1), new Deadlines(timer)),
            new LedgerAdmission(timer, timer));
    release =
        new OrphanRelease(
            ledger,
            claims,
            new OrphanRelease.Setting(
                this::now, timer, timer, new Random(1), GRACE, (who, fact) -> hears(fact)));
    release.release(WHO, new SessionWorker.Remains(Set.of(CLAIM), Optional.empty()), callsReturned);
  }

  private void hears(WorkerFact fact) {
    facts.add(fact);
    if (isDeaf) {
      throw new AssertionError("a listener that fails");
    }
  }

  private Now now() {
    if (isDefect) {
      throw new AssertionError("a defect");
    }
    return timer.now();
  }

  @Test
  void whileItsHandlerRunsTheClaimIsLeftAlone() {
    timer.pass(GRACE.minusMillis(1));

    assertThat(sessions.reads).isZero();
    assertThat(claims.isServed(CLAIM)).isTrue();
  }

  @Test
  void onceItsHandlerHasReturnedTheClaimIsReleased() {
    timer.pass(Duration.ofSeconds(1));

    callsReturned.complete(null);
    timer.pass(Duration.ofMillis(1));

    assertThat(sessions.reads).isEqualTo(1);
    assertThat(claims.isServed(CLAIM)).isFalse();
  }

  @Test
  void itIsOverWhenTheClaimIsFreeAndLeavesNoTimer() {
    CompletableFuture<Void> over = release.over();
    timer.pass(Duration.ofSeconds(1));
    assertThat(over).isNotDone();

    callsReturned.complete(null);
    timer.pass(Duration.ofMillis(1));

    assertThat(over).isCompleted();
    assertThat(release.over()).isCompleted();
    assertThat(timer.waiting()).isZero();
  }

  @Test
  void aReleaseThatFailsIsNotAnsweredForAnyMore() {
    isDefect = true;
    callsReturned.complete(null);

    timer.pass(Duration.ofSeconds(1));

    assertThat(claims.isServed(CLAIM)).isFalse();
    assertThat(release.over()).isCompleted();
    assertThat(timer.waiting()).isZero();
  }

  @Test
  void ofAWorkerThatHadClaimedNothingNothingIsReleasedOrWaitedFor() {
    callsReturned.complete(null);
    timer.pass(Duration.ofMillis(1));
    int reads = sessions.reads;

    release.release(
        WHO, new SessionWorker.Remains(Set.of(), Optional.empty()), new CompletableFuture<>());

    assertThat(release.over()).isCompleted();
    timer.pass(GRACE.multipliedBy(2));
    assertThat(sessions.reads).isEqualTo(reads);
  }

  /** The claim that it had, and the one that was to follow it. */
  @Test
  void noneOfItsClaimsIsAnsweredForAnyMore() {
    ClaimId next = new ClaimId("next");
    claims.serve(next);

    release.release(
        WHO,
        new SessionWorker.Remains(Set.of(CLAIM, next), Optional.empty()),
        CompletableFuture.completedFuture(null));
    timer.pass(Duration.ofMillis(1));

    assertThat(claims.servedCount()).isZero();
  }

  @Test
  void aHandlerThatNeverReturnsIsWaitedForUpToTheGrace() {
    timer.pass(GRACE.plusMillis(1));

    assertThat(claims.isServed(CLAIM)).isFalse();
  }

  @Test
  void aLedgerThatDoesNotAnswerIsAskedAgainUntilTheClaimIsFree() {
    sessions.isSilent = true;
    callsReturned.complete(null);
    timer.pass(Duration.ofSeconds(20));
    assertThat(claims.isServed(CLAIM)).isTrue();
    sessions.isSilent = false;

    timer.pass(Duration.ofSeconds(20));

    assertThat(claims.isServed(CLAIM)).isFalse();
    assertThat(timer.waiting()).isZero();
  }

  @Test
  void whatAReleaseReportsIsHeard() {
    callsReturned.complete(null);

    timer.pass(Duration.ofMillis(1));

    assertThat(facts).containsExactly(new WorkerFact.Released());
  }

  @Test
  void aListenerThatFailsKeepsNoClaim() {
    sessions.record = heldBy(CLAIM);
    sessions.failures = 1;
    isDeaf = true;
    callsReturned.complete(null);

    timer.pass(Duration.ofSeconds(20));

    assertThat(facts).hasSize(2).last().isEqualTo(new WorkerFact.Released());
    assertThat(Objects.requireNonNull(sessions.record).custody().owner()).isNull();
    assertThat(claims.isServed(CLAIM)).isFalse();
  }

  private static SessionRecord heldBy(ClaimId claim) {
    Owner owner = new Owner(WHO.region(), WHO.instance(), claim);
    return SessionRecord.first(
        WHO.session(),
        new Custody(SessionStatus.WORKING, owner, 1, null),
        WriteMark.of(new WriteId("w"), Instant.EPOCH));
  }

  /** Knows no session, or one; refuses some writes. */
  private static final class Sessions implements SessionStore {

    private @Nullable SessionRecord record;
    private boolean isSilent;
    private int failures;
    private int reads;

    @Override
    public CompletionStage<ReadOutcome<SessionRecord>> read(SessionId session) {
      reads++;
      if (isSilent) {
        return new CompletableFuture<>();
      }
      SessionRecord found = record;
      return CompletableFuture.completedFuture(
          found == null
              ? new ReadOutcome.Absent<>()
              : new ReadOutcome.Found<>(found, new Version("1")));
    }

    @Override
    public CompletionStage<WriteOutcome> create(SessionRecord next) {
      return CompletableFuture.failedFuture(new AssertionError("nothing is to be created"));
    }

    @Override
    public CompletionStage<WriteOutcome> replace(SessionRecord next, Version version) {
      if (record == null || failures-- > 0) {
        return CompletableFuture.failedFuture(new AssertionError("nothing is to be replaced"));
      }
      record = next;
      return CompletableFuture.completedFuture(new WriteOutcome.Written(new Version("2")));
    }
  }

  /** Is not asked where sessions are claimed. */
  private static final class NoMessages implements MessageStore {

    @Override
    public CompletionStage<ReadOutcome<MessageRecord>> read(SessionId session, MessageKey key) {
      return CompletableFuture.failedFuture(new AssertionError("no message is claimed"));
    }

    @Override
    public CompletionStage<WriteOutcome> create(MessageRecord record) {
      return CompletableFuture.failedFuture(new AssertionError("no message is claimed"));
    }

    @Override
    public CompletionStage<WriteOutcome> replace(MessageRecord record, Version version) {
      return CompletableFuture.failedFuture(new AssertionError("no message is claimed"));
    }
  }
}
