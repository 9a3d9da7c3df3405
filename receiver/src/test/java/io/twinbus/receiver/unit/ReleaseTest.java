package io.twinbus.receiver.unit;

import static io.twinbus.receiver.unit.WorkerDriver.EAST;
import static io.twinbus.receiver.unit.WorkerDriver.SESSION;
import static io.twinbus.receiver.unit.WorkerDriver.STREAM;
import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.ledger.ClaimId;
import io.twinbus.ledger.Custody;
import io.twinbus.ledger.InstanceId;
import io.twinbus.ledger.Owner;
import io.twinbus.ledger.Progress;
import io.twinbus.ledger.SessionRecord;
import io.twinbus.ledger.SessionStatus;
import io.twinbus.ledger.WriteId;
import io.twinbus.ledger.WriteMark;
import io.twinbus.ledger.rules.GapRule;
import io.twinbus.ledger.store.ReadOutcome;
import io.twinbus.ledger.store.Version;
import io.twinbus.ledger.store.WriteOutcome;
import io.twinbus.ledger.write.PendingWrite;
import io.twinbus.protocol.time.MonotonicTime;
import io.twinbus.protocol.time.Now;
import io.twinbus.receiver.session.WorkerEffect;
import io.twinbus.receiver.session.WorkerEvent;
import io.twinbus.receiver.session.WorkerFact;
import io.twinbus.receiver.session.worker.Release;
import io.twinbus.receiver.session.worker.SessionWorker;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** How a session is released that a dead worker left claimed. */
class ReleaseTest {

  private static final Owner DEAD = owner("dead");
  private static final Owner OTHER = owner("other");
  private static final Version FIRST = new Version("1");
  private static final Version SECOND = new Version("2");
  private static final Duration REPEAT = Duration.ofMillis(50);
  private static final WorkerEvent LOST =
      new WorkerEvent.WriteAnswered(new WriteOutcome.Unknown("no answer"));

  private Release release =
      Release.of(new SessionWorker.Remains(claims(), Optional.empty()), new Random(1));

  @Test
  void theRecordIsReadFirst() {
    assertThat(release.begin()).containsExactly(new WorkerEffect.ReadRecord());
  }

  @Test
  void whatTheDeadWorkerHoldsIsWrittenReleasedUnderAWriteIdOfItsOwn() {
    release.begin();

    WorkerEffect.Replace write = replace(on(read(record(DEAD), FIRST)));

    assertThat(write.version()).isEqualTo(FIRST);
    assertThat(write.record().status()).isEqualTo(SessionStatus.IDLE);
    assertThat(write.record().custody().owner()).isNull();
    assertThat(write.record().stamp()).isNotEqualTo(record(DEAD).stamp());
  }

  @Test
  void itIsOverWhenTheReleaseStands() {
    release.begin();
    on(read(record(DEAD), FIRST));

    assertOver(on(written(SECOND)));
  }

  @Test
  void whatSomebodyElseHoldsIsLeftToHim() {
    release.begin();

    assertOver(on(read(record(OTHER), FIRST)));
  }

  @Test
  void whereThereIsNoRecordNothingIsReleased() {
    release.begin();

    assertOver(on(new WorkerEvent.RecordRead(new ReadOutcome.Absent<>())));
  }

  @Test
  void afterItsEndNothingIsDoneAnyMore() {
    release.begin();
    on(new WorkerEvent.RecordRead(new ReadOutcome.Absent<>()));

    assertThat(on(read(record(DEAD), FIRST))).isEmpty();
  }

  @Test
  void whatTheDeadWorkersRegionMissedIsNoLongerReported() {
    Progress missed = GapRule.reported(Progress.NONE, STREAM, EAST, 2, Instant.EPOCH);
    release.begin();

    WorkerEffect.Replace write = replace(on(read(record(DEAD).withProgress(missed), FIRST)));

    assertThat(write.record().progress().waiting()).isEmpty();
  }

  @Test
  void aReadThatFailsIsRepeated() {
    release.begin();

    List<WorkerEffect> failed =
        on(new WorkerEvent.RecordRead(new ReadOutcome.Unknown<>("no answer")));

    assertThat(failed).containsExactly(wakeAt(REPEAT));
    assertThat(tick(REPEAT)).containsExactly(new WorkerEffect.ReadRecord());
  }

  @Test
  void aReleaseWhoseOutcomeIsUnknownIsIssuedAgain() {
    release.begin();
    WorkerEffect.Replace write = replace(on(read(record(DEAD), FIRST)));

    assertThat(on(LOST)).contains(wakeAt(REPEAT));

    assertThat(tick(REPEAT)).containsExactly(write);
  }

  @Test
  void aTickThatComesTooSoonIsAskedForAgain() {
    release.begin();
    on(read(record(DEAD), FIRST));
    on(LOST);

    assertThat(tick(Duration.ZERO)).containsExactly(wakeAt(REPEAT));
  }

  @Test
  void aReleaseThatAnotherWriterWasFasterThanIsMadeOverWhatHeWrote() {
    release.begin();
    on(read(record(DEAD), FIRST));

    List<WorkerEffect> conflict = on(new WorkerEvent.WriteAnswered(new WriteOutcome.Conflict()));

    assertThat(conflict).containsExactly(new WorkerEffect.ReadRecord());
    WorkerEffect.Replace write = replace(on(read(record(DEAD), SECOND)));
    assertThat(write.version()).isEqualTo(SECOND);
    assertThat(write.record().custody().owner()).isNull();
  }

  @Test
  void theDeadWorkersOwnWriteIsCarriedFirstAndThenReleased() {
    PendingWrite<SessionRecord> claim = new PendingWrite<>(record(DEAD), Optional.of(FIRST));
    release = Release.of(new SessionWorker.Remains(claims(), Optional.of(claim)), new Random(1));

    assertThat(release.begin()).containsExactly(new WorkerEffect.Replace(record(DEAD), FIRST));

    WorkerEffect.Replace write = replace(on(written(SECOND)));
    assertThat(write.version()).isEqualTo(SECOND);
    assertThat(write.record().custody().owner()).isNull();
  }

  @Test
  void aWriteOfTheDeadWorkerThatCameTooLateLeavesNothingToRelease() {
    PendingWrite<SessionRecord> claim = new PendingWrite<>(record(DEAD), Optional.of(FIRST));
    release = Release.of(new SessionWorker.Remains(claims(), Optional.of(claim)), new Random(1));
    release.begin();
    on(new WorkerEvent.WriteAnswered(new WriteOutcome.Conflict()));

    assertOver(on(read(record(OTHER).withStamp(stamp("other")), SECOND)));
  }

  private List<WorkerEffect> on(WorkerEvent event) {
    return release.on(event, at(Duration.ZERO));
  }

  private List<WorkerEffect> tick(Duration after) {
    return release.on(new WorkerEvent.Tick(), at(after));
  }

  private static WorkerEvent read(SessionRecord record, Version version) {
    return new WorkerEvent.RecordRead(new ReadOutcome.Found<>(record, version));
  }

  private static WorkerEvent written(Version version) {
    return new WorkerEvent.WriteAnswered(new WriteOutcome.Written(version));
  }

  private static WorkerEffect.Replace replace(List<WorkerEffect> effects) {
    assertThat(effects).singleElement().isInstanceOf(WorkerEffect.Replace.class);
    return (WorkerEffect.Replace) effects.get(0);
  }

  private static void assertOver(List<WorkerEffect> effects) {
    assertThat(effects)
        .containsExactly(
            new WorkerEffect.Report(new WorkerFact.Released()),
            new WorkerEffect.Stop("what a dead worker held is released"));
  }

  private static WorkerEffect wakeAt(Duration after) {
    return new WorkerEffect.WakeAt(at(after).monotonic());
  }

  private static Now at(Duration after) {
    return new Now(new MonotonicTime(after.toNanos()), Instant.EPOCH.plus(after));
  }

  private static Set<ClaimId> claims() {
    return Set.of(DEAD.claim(), new ClaimId("the next one"));
  }

  private static SessionRecord record(Owner owner) {
    Custody custody = new Custody(SessionStatus.WORKING, owner, 100, null);
    return SessionRecord.first(SESSION, custody, stamp("w"));
  }

  private static Owner owner(String claim) {
    return new Owner(EAST, new InstanceId("me"), new ClaimId(claim));
  }

  private static WriteMark stamp(String writeId) {
    return WriteMark.of(new WriteId(writeId), Instant.EPOCH);
  }
}
