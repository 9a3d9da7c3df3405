package io.twinbus.ledger.integration;

import static io.twinbus.ledger.integration.LocalAccount.await;
import static io.twinbus.ledger.integration.LocalAccount.found;
import static io.twinbus.ledger.integration.LocalAccount.readWhenBack;
import static io.twinbus.ledger.integration.LocalAccount.record;
import static io.twinbus.ledger.integration.LocalAccount.written;
import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.ledger.InstanceId;
import io.twinbus.ledger.InstanceLease;
import io.twinbus.ledger.SessionRecord;
import io.twinbus.ledger.SessionStatus;
import io.twinbus.ledger.WriteId;
import io.twinbus.ledger.WriteMark;
import io.twinbus.ledger.cosmos.CosmosLedger;
import io.twinbus.ledger.cosmos.operation.OperationCounts;
import io.twinbus.ledger.store.BeatsOutcome;
import io.twinbus.ledger.store.ReadOutcome;
import io.twinbus.ledger.store.Version;
import io.twinbus.ledger.store.WriteOutcome;
import io.twinbus.local.cosmos.faults.CosmosOperation;
import io.twinbus.local.cosmos.faults.FaultAction;
import io.twinbus.local.cosmos.faults.FaultRule;
import io.twinbus.local.faults.FaultPoint;
import java.time.Instant;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever the network and the account do, an operation ends as a value within its bound. */
class TroubleTest {

  @RegisterExtension static final LocalAccount ACCOUNT = LocalAccount.startHasty();

  private final CosmosLedger ledger = ACCOUNT.ledger;

  @ParameterizedTest(name = "{0}/{1} instead of an answer")
  @CsvSource({
    "400, 0",
    "401, 0",
    "403, 0",
    "403, 3",
    "408, 0",
    "410, 0",
    "413, 0",
    "429, 3200",
    "449, 0",
    "500, 0",
    "503, 0"
  })
  void anErrorIsUnknownAndNothingWasWritten(int status, int substatus) {
    SessionRecord created = record(SessionStatus.IDLE);
    Version version = written(ledger.sessions().create(created));
    SessionRecord next = record(created.session(), SessionStatus.PENDING);
    strike(FaultPoint.BEFORE_COMMIT, FaultAction.Answer.of(status, substatus));

    CompletionStage<WriteOutcome> create = ledger.sessions().create(record(SessionStatus.IDLE));
    CompletionStage<WriteOutcome> replace = ledger.sessions().replace(next, version);
    CompletionStage<ReadOutcome<SessionRecord>> read = ledger.sessions().read(created.session());

    assertThat(await(create)).isInstanceOf(WriteOutcome.Unknown.class);
    assertThat(await(replace)).isInstanceOf(WriteOutcome.Unknown.class);
    assertThat(await(read)).isInstanceOf(ReadOutcome.Unknown.class);
    ACCOUNT.endpoint.heal();
    assertThat(readWhenBack(ledger, created)).isEqualTo(new ReadOutcome.Found<>(created, version));
  }

  @ParameterizedTest(name = "{0} after the write")
  @ValueSource(ints = {408, 410, 449, 500, 503})
  void anErrorAfterTheWriteIsUnknownAndTheSameWriteAgainIsAConflict(int status) {
    SessionRecord created = record(SessionStatus.IDLE);
    Version version = written(ledger.sessions().create(created));
    SessionRecord next = record(created.session(), SessionStatus.PENDING);
    ACCOUNT.endpoint.inject(FaultRule.mislead(CosmosOperation.REPLACE, status));

    WriteOutcome first = await(ledger.sessions().replace(next, version));
    WriteOutcome again = await(ledger.sessions().replace(next, version));

    // The SDK itself issues some of these again; then its second attempt is the conflict.
    assertThat(first).isNotInstanceOf(WriteOutcome.Written.class);
    assertThat(again).isInstanceOf(WriteOutcome.Conflict.class);
    assertThat(found(ledger, created).record()).isEqualTo(next);
  }

  @Test
  void aThrottledWriteIsHandedBackWithTheWaitThatTheAccountAsksFor() {
    SessionRecord record = record(SessionStatus.IDLE);
    ACCOUNT.endpoint.inject(throttle(1));

    WriteOutcome throttled = await(ledger.sessions().create(record));

    assertThat(throttled)
        .isInstanceOfSatisfying(
            WriteOutcome.Unknown.class, unknown -> assertThat(unknown.retryAfter()).isPresent());
    written(ledger.sessions().create(record));
  }

  @Test
  void aBeatThatIsThrottledForAMomentIsWrittenAllTheSame() {
    InstanceLease lease = new InstanceLease(new InstanceId("throttled"), 1, stamp());
    ACCOUNT.endpoint.inject(throttle(2));

    written(ledger.instances().leases().create(lease));
  }

  @Test
  void aLedgerThatIsThrottledWhileItOpensOpens() {
    ACCOUNT.endpoint.inject(throttle(4));

    try (CosmosLedger opened = LocalAccount.openHasty(ACCOUNT.endpoint)) {
      assertThat(opened.meter().snapshot().writes()).isZero();
    }
  }

  private static FaultRule throttle(int times) {
    return new FaultRule(
        Set.of(CosmosOperation.CREATE),
        FaultPoint.BEFORE_COMMIT,
        FaultAction.Answer.of(429, 3200),
        times,
        1);
  }

  private static WriteMark stamp() {
    return WriteMark.of(new WriteId("w"), Instant.parse("2026-03-01T12:00:00Z"));
  }

  @Test
  void aRecordOfANewerSchemaIsNotReadButNamed() {
    SessionRecord old = record(SessionStatus.IDLE);
    WriteMark newer = new WriteMark(old.stamp().writeId(), WriteMark.SCHEMA + 1, old.stamp().at());
    SessionRecord record = old.withStamp(newer);
    written(ledger.sessions().create(record));

    ReadOutcome<SessionRecord> read = await(ledger.sessions().read(record.session()));

    assertThat(read)
        .isInstanceOfSatisfying(
            ReadOutcome.Unknown.class,
            unknown ->
                assertThat(unknown.why())
                    .contains(record.session().value())
                    .contains("an older build met a newer record"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "*"})
  void aReplaceThatWouldMeetAnyVersionIsNotSent(String etag) {
    SessionRecord created = record(SessionStatus.IDLE);
    Version version = written(ledger.sessions().create(created));
    SessionRecord next = record(created.session(), SessionStatus.PENDING);

    assertThat(await(ledger.sessions().replace(next, new Version(etag))))
        .isInstanceOf(WriteOutcome.Unknown.class);
    assertThat(found(ledger, created)).isEqualTo(new ReadOutcome.Found<>(created, version));
  }

  @Test
  void theMeterCountsWhatWasAskedAndWhatCameOfIt() {
    SessionRecord record = record(SessionStatus.IDLE);
    OperationCounts before = ledger.meter().snapshot();
    OperationCounts leases = ledger.leaseMeter().snapshot();

    Version version = written(ledger.sessions().create(record));
    await(ledger.sessions().create(record));
    Version next = written(ledger.sessions().replace(record, version));
    await(ledger.sessions().read(record.session()));
    await(ledger.instances().leases().readAll());
    ACCOUNT.endpoint.inject(FaultRule.dropReply(CosmosOperation.REPLACE));
    await(ledger.sessions().replace(record, next));

    OperationCounts after = ledger.meter().snapshot();
    assertThat(after.creates() - before.creates()).isEqualTo(2);
    assertThat(after.replaces() - before.replaces()).isEqualTo(2);
    assertThat(after.reads() - before.reads()).isEqualTo(1);
    assertThat(after.queries() - before.queries()).isZero();
    assertThat(ledger.leaseMeter().snapshot().queries() - leases.queries()).isEqualTo(1);
    assertThat(after.conflicts() - before.conflicts()).isEqualTo(1);
    assertThat(after.unknowns() - before.unknowns()).isEqualTo(1);
    assertThat(after.requestUnits() - before.requestUnits()).isBetween(10.0, 60.0);
  }

  @Test
  void aClosedLedgerAnswersUnknown() {
    CosmosLedger closed = LocalAccount.openHasty(ACCOUNT.endpoint);
    closed.close();

    assertThat(await(closed.sessions().create(record(SessionStatus.IDLE))))
        .isInstanceOf(WriteOutcome.Unknown.class);
    assertThat(await(closed.instances().leases().readAll()))
        .isInstanceOf(BeatsOutcome.Unknown.class);
  }

  private static void strike(FaultPoint point, FaultAction action) {
    ACCOUNT.endpoint.inject(
        new FaultRule(
            Set.of(CosmosOperation.CREATE, CosmosOperation.REPLACE, CosmosOperation.READ),
            point,
            action,
            FaultRule.UNLIMITED,
            1));
  }
}
