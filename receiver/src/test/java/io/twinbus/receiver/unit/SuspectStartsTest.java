package io.twinbus.receiver.unit;

import static io.twinbus.receiver.unit.Situations.OTHER;
import static io.twinbus.receiver.unit.WorkerDriver.STREAM;
import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.ledger.ClaimId;
import io.twinbus.ledger.Custody;
import io.twinbus.ledger.EndState;
import io.twinbus.ledger.Owner;
import io.twinbus.ledger.Progress;
import io.twinbus.ledger.SessionRecord;
import io.twinbus.ledger.SessionStatus;
import io.twinbus.ledger.Suspect;
import io.twinbus.ledger.WriteId;
import io.twinbus.ledger.WriteMark;
import io.twinbus.ledger.rules.InDoubt;
import io.twinbus.ledger.rules.OwnerState;
import io.twinbus.ledger.rules.ProgressRule;
import io.twinbus.ledger.rules.StartGate;
import io.twinbus.protocol.Position;
import io.twinbus.protocol.StreamId;
import io.twinbus.receiver.HandlerOutcome;
import io.twinbus.receiver.session.FlowSettings;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** When the handler of a message starts that may be to blame, and when its gate is free again. */
class SuspectStartsTest {

  private static final StreamId BESIDE = new StreamId("beside");
  private static final Progress FIRST_ENDED =
      ProgressRule.ended(
          Progress.NONE, new Position(STREAM, 1, 0), EndState.DONE, "", Instant.EPOCH);

  private WorkerDriver driver = new WorkerDriver();

  @Test
  void anotherSuspectMayRunAloneWhenTheEndOfThisOneStands() {
    driver.record = record(SessionStatus.WORKING, OTHER, Progress.NONE);
    driver.judgement = OwnerState.DEAD;
    driver.deliver(1, 0);
    assertThat(mayAnotherRunAlone()).isFalse();

    driver.completes();

    assertThat(mayAnotherRunAlone()).isTrue();
  }

  @Test
  void anotherSuspectMayRunAloneWhenTheFailureOfThisOneStands() {
    driver.record = record(SessionStatus.WORKING, OTHER, Progress.NONE);
    driver.judgement = OwnerState.DEAD;
    driver.deliver(1, 0);

    driver.ledgerAnswers = false;
    driver.returns(new HandlerOutcome.Retry("busy", Optional.of(Duration.ofMinutes(1))));
    assertThat(mayAnotherRunAlone()).isFalse();
    driver.answerNow();

    assertThat(mayAnotherRunAlone()).isTrue();
  }

  @Test
  void aStartThatIsToStandFirstWaitsForTheEndsThatAreBeingWritten() {
    driver = new WorkerDriver(inGroupsOfFour(InDoubt.BLOCK));
    driver.deliver(1, 0);
    driver.ledgerAnswers = false;
    driver.completes();

    driver.deliver(BESIDE, 1, 0, WorkerDriver.EAST);

    assertThat(driver.started()).containsExactly(1L);
    driver.answerNow();
    assertThat(driver.started()).containsExactly(1L, 1L);
    assertThat(onRecord().progress().suspect(BESIDE, 1).orElseThrow().started()).isTrue();
  }

  @Test
  void afterATakeoverAsManyStartsOfAStreamAreWrittenAsAGroupHas() {
    driver = new WorkerDriver(inGroupsOfFour(InDoubt.RERUN));
    driver.record = record(SessionStatus.WORKING, OTHER, Progress.NONE);
    driver.judgement = OwnerState.DEAD;

    assertThat(startsOnRecord(1, 6)).containsExactly(1L, 2L, 3L, 4L);
  }

  @Test
  void afterATakeoverOfASessionThatRestedTheFirstStartOfAStreamIsWrittenAlone() {
    driver = new WorkerDriver(inGroupsOfFour(InDoubt.RERUN));
    SessionRecord worked = record(SessionStatus.WORKING, OTHER, Progress.NONE);
    driver.record = worked.withCustody(worked.custody().resting(true));
    driver.judgement = OwnerState.DEAD;

    assertThat(startsOnRecord(1, 6)).containsExactly(1L);
  }

  @Test
  void aSecondTakeoverCountsTheStartsAnew() {
    driver = new WorkerDriver(inGroupsOfFour(InDoubt.RERUN));
    driver.record = record(SessionStatus.WORKING, OTHER, Progress.NONE);
    driver.judgement = OwnerState.DEAD;
    startsOnRecord(1, 6);
    driver.tick(Duration.ofSeconds(2)); // the claim is released
    driver.beside(record -> record.withCustody(record.custody().claimedBy(OTHER)));

    assertThat(startsOnRecord(7, 12)).containsExactly(7L, 8L, 9L, 10L);
  }

  @Test
  void aMarkOfAMessageThatHasEndedHoldsItsSuccessorNotUp() {
    driver.record =
        record(
            SessionStatus.IDLE,
            null,
            FIRST_ENDED.withSuspects(new TreeMap<>(Map.of(STREAM, Suspect.first(1)))));

    driver.deliver(2, 1);

    assertThat(driver.started()).containsExactly(2L);
  }

  /** Messages run one after the other; those whose start is on record when they do. */
  private List<Long> startsOnRecord(long first, long last) {
    List<Long> starts = new ArrayList<>();
    for (long seq = first; seq <= last; seq++) {
      driver.deliver(seq, seq - 1);
      assertThat(driver.started()).endsWith(seq);
      if (onRecord().progress().suspect(STREAM, seq).filter(Suspect::started).isPresent()) {
        starts.add(seq);
      }
      driver.completes();
    }
    return starts;
  }

  private boolean mayAnotherRunAlone() {
    ClaimId claim = new ClaimId("of another session");
    boolean mayRun =
        driver
            .gate()
            .enter(new StartGate.Ticket(claim, 1), driver.now().monotonic(), Duration.ofMinutes(1));
    driver.gate().leave(claim);
    return mayRun;
  }

  private static SessionRecord record(
      SessionStatus status, @Nullable Owner owner, Progress progress) {
    return SessionRecord.first(
            WorkerDriver.SESSION,
            new Custody(status, owner, 100, null),
            WriteMark.of(new WriteId("w"), Instant.EPOCH))
        .withProgress(progress);
  }

  private SessionRecord onRecord() {
    return Objects.requireNonNull(driver.record);
  }

  private static FlowSettings inGroupsOfFour(InDoubt inDoubt) {
    FlowSettings.Attempts usual = FlowSettings.ofDefaults().attempts();
    return FlowSettings.ofDefaults()
        .withCommit(new FlowSettings.Commit(4, 1024, Duration.ZERO))
        .withAttempts(
            new FlowSettings.Attempts(
                usual.max(), usual.backoff(), usual.handlerTimeout(), usual.onPoison(), inDoubt));
  }
}
