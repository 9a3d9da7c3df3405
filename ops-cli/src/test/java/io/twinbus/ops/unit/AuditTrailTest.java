package io.twinbus.ops.unit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twinbus.ledger.Act;
import io.twinbus.ledger.Block;
import io.twinbus.ledger.Custody;
import io.twinbus.ledger.SessionRecord;
import io.twinbus.ledger.SessionStatus;
import io.twinbus.ledger.WriteId;
import io.twinbus.ledger.WriteMark;
import io.twinbus.ledger.audit.AuditEntry;
import io.twinbus.ledger.rules.OperatorOrder;
import io.twinbus.ledger.rules.OperatorRule;
import io.twinbus.ledger.store.DirectiveStore;
import io.twinbus.ledger.store.InstanceStores;
import io.twinbus.ledger.store.LeaseStore;
import io.twinbus.ledger.store.LedgerQueries;
import io.twinbus.ledger.store.MessageStore;
import io.twinbus.ledger.store.ReadOutcome;
import io.twinbus.ledger.store.SessionStore;
import io.twinbus.ledger.store.Version;
import io.twinbus.ledger.store.VitalsStore;
import io.twinbus.ledger.store.WriteOutcome;
import io.twinbus.ops.CommandFailure;
import io.twinbus.ops.acts.SessionAct;
import io.twinbus.ops.command.CliContext;
import io.twinbus.ops.ledger.OpenLedger;
import io.twinbus.ops.servicebus.QueueAccess;
import io.twinbus.protocol.SessionId;
import io.twinbus.protocol.time.Clocks;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

/** What the audit container holds of an act on a session, whatever becomes of the act. */
class AuditTrailTest {

  private static final SessionId SESSION = new SessionId("s");

  private final AuditDouble audit = new AuditDouble();
  private final OneSession sessions = new OneSession();

  @Test
  void anActIsNotedOnceBeforeItIsWritten() {
    carryOut();

    assertThat(sessions.writes).isEqualTo(1);
    assertThat(sessions.notedAtFirstWrite).isEqualTo(1);
    assertThat(audit.entries).singleElement().extracting(e -> e.what().kind()).isEqualTo("RETRY");
  }

  @Test
  void aLostReplyOfTheContainerMakesNoSecondEntry() {
    audit.repliesToLose = 1;

    carryOut();

    assertThat(sessions.writes).isEqualTo(1);
    assertThat(audit.entries).hasSize(1);
  }

  @Test
  void aContainerThatIsBusyIsAskedFourTimes() {
    audit.refusals = 3;

    carryOut();

    assertThat(audit.entries).hasSize(1);
    assertThat(sessions.writes).isEqualTo(1);
  }

  @Test
  void aContainerThatTakesNothingStopsTheAct() {
    audit.isRefusing = true;

    assertThatThrownBy(this::carryOut)
        .isInstanceOf(CommandFailure.class)
        .hasMessageContaining("took no entry (CREATE was answered 403/5300)");
    assertThat(sessions.writes).isZero();
  }

  @Test
  void anActWhoseOutcomeStaysUnknownIsNotedAsSuch() {
    sessions.isSilent = true;

    assertThatThrownBy(this::carryOut).isInstanceOf(CommandFailure.class);
    assertThat(audit.entries)
        .extracting(entry -> entry.what().effect())
        .satisfiesExactly(
            planned -> assertThat(planned).doesNotContain("not done"),
            ended -> assertThat(ended).startsWith("not done, or not known to be done: It is not"));
    assertThat(audit.entries).extracting(AuditEntry::id).doesNotHaveDuplicates();
  }

  /** That the act may have been done is what must be read, and not that its entry is missing. */
  @Test
  void whereTheSecondEntryCannotBeWrittenTheFailureOfTheActIsStillWhatIsSaid() {
    sessions.isSilent = true;
    audit.silentFrom = 1;

    assertThatThrownBy(this::carryOut)
        .isInstanceOf(CommandFailure.class)
        .hasMessageContaining("It is not known whether session 's' was changed");
    assertThat(audit.entries).hasSize(1);
  }

  @Test
  void anActThatTheRuleRefusesIsNotNoted() {
    sessions.record = record(new Custody(SessionStatus.IDLE, null, 3, null));

    assertThatThrownBy(this::carryOut).isInstanceOf(CommandFailure.class);
    assertThat(audit.entries).isEmpty();
  }

  private void carryOut() {
    OpenLedger ledger =
        new OpenLedger(
            sessions,
            UnaskedPort.of(MessageStore.class),
            new InstanceStores(
                UnaskedPort.of(LeaseStore.class),
                UnaskedPort.of(VitalsStore.class),
                UnaskedPort.of(DirectiveStore.class)),
            UnaskedPort.of(LedgerQueries.class),
            audit,
            Optional::empty,
            () -> 0,
            () -> {});
    CliContext context =
        new CliContext(
            settings -> ledger,
            UnaskedPort.of(QueueAccess.class),
            Clocks.system(),
            time -> {},
            Map.of());
    String effect =
        new SessionAct(ledger, context, AuditDouble.trail(ledger, context))
            .carryOut(SESSION, OperatorRule::retry, AuditTrailTest::order);
    assertThat(effect).isNotEmpty();
  }

  private static OperatorOrder order() {
    return new OperatorOrder("tom", "a drill", WriteMark.of(new WriteId("w"), Instant.EPOCH));
  }

  private static SessionRecord record(Custody custody) {
    return SessionRecord.first(SESSION, custody, WriteMark.of(new WriteId("v"), Instant.EPOCH));
  }

  private final class OneSession implements SessionStore {

    private SessionRecord record =
        record(
            new Custody(
                SessionStatus.BLOCKED, null, 3, new Block("x", null, "policy", Instant.EPOCH)));
    private boolean isSilent;
    private int writes;
    private int notedAtFirstWrite;

    @Override
    public CompletionStage<ReadOutcome<SessionRecord>> read(SessionId session) {
      return CompletableFuture.completedStage(
          new ReadOutcome.Found<>(record, new Version("" + writes)));
    }

    @Override
    public CompletionStage<WriteOutcome> create(SessionRecord wanted) {
      throw new AssertionError("The record exists.");
    }

    @Override
    public CompletionStage<WriteOutcome> replace(SessionRecord wanted, Version version) {
      if (isSilent) {
        return CompletableFuture.completedStage(new WriteOutcome.Unknown("the wire was cut"));
      }
      writes++;
      notedAtFirstWrite = audit.entries.size();
      assertThat(wanted.acts()).extracting(Act::kind).containsExactly(Act.Kind.RETRY);
      record = wanted;
      return CompletableFuture.completedStage(new WriteOutcome.Written(new Version("" + writes)));
    }
  }
}
