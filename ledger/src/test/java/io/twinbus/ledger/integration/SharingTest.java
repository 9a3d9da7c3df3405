package io.twinbus.ledger.integration;

import static io.twinbus.ledger.integration.LocalAccount.await;
import static io.twinbus.ledger.integration.LocalAccount.record;
import static io.twinbus.ledger.integration.LocalAccount.written;
import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.ledger.EntityKey;
import io.twinbus.ledger.SessionRecord;
import io.twinbus.ledger.SessionStatus;
import io.twinbus.ledger.cosmos.CosmosLedger;
import io.twinbus.ledger.cosmos.document.DocumentNames;
import io.twinbus.ledger.cosmos.operation.OperationCounts;
import io.twinbus.ledger.store.Version;
import io.twinbus.ledger.store.WriteOutcome;
import io.twinbus.local.cosmos.CosmosEndpoint;
import io.twinbus.local.cosmos.CosmosEndpointOptions;
import io.twinbus.local.cosmos.faults.CosmosOperation;
import io.twinbus.local.cosmos.faults.FaultAction;
import io.twinbus.local.cosmos.faults.FaultRule;
import io.twinbus.local.faults.FaultPoint;
import io.twinbus.protocol.Body;
import io.twinbus.protocol.time.Clocks;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Writes of many sessions at once share requests, and each keeps its own fate. */
class SharingTest {

  private static final int MANY = 60;

  @RegisterExtension static final LocalAccount ACCOUNT = LocalAccount.startHasty();

  private final CosmosLedger ledger = ACCOUNT.ledger;

  @Test
  void eachIsWrittenUnderItsOwnVersion() {
    List<Held> held = create(MANY);
    OperationCounts before = ledger.meter().snapshot();
    long requests = ACCOUNT.endpoint.counts().bulkRequests();

    List<Held> next = new ArrayList<>();
    for (int turn = 1; turn <= 3; turn++) {
      next = replaced(turn == 1 ? held : next);
    }

    assertThat(ACCOUNT.endpoint.counts().bulkRequests() - requests).isBetween(1L, 3L * MANY / 4);
    OperationCounts after = ledger.meter().snapshot();
    assertThat(after.replaces() - before.replaces()).isEqualTo(3 * MANY);
    assertThat(after.conflicts() - before.conflicts()).isZero();
    assertThat(after.requestUnits() - before.requestUnits()).isBetween(15.0 * MANY, 60.0 * MANY);
    for (Held one : next) {
      assertThat(LocalAccount.found(ledger, one.record()).version()).isEqualTo(one.version());
    }
  }

  @Test
  void aStaleOneIsAConflictAmongOthersThatAreWritten() {
    List<Held> old = create(MANY);
    List<Held> current = replaced(old);
    List<Held> mixed = new ArrayList<>();
    for (int i = 0; i < MANY; i++) {
      mixed.add(i % 3 == 0 ? old.get(i) : current.get(i));
    }

    List<WriteOutcome> outcomes = outcomes(mixed);

    for (int i = 0; i < MANY; i++) {
      assertThat(outcomes.get(i))
          .as("%d", i)
          .isInstanceOf(i % 3 == 0 ? WriteOutcome.Conflict.class : WriteOutcome.Written.class);
    }
  }

  @Test
  void oneThatIsRefusedAloneIsUnknownAloneAndWrittenLater() {
    List<Held> held = create(MANY);
    String unlucky =
        DocumentNames.partitionOf(
            EntityKey.ofQueue("orders"), held.get(MANY / 2).record().session());
    ACCOUNT.endpoint.injectInto(
        unlucky, FaultRule.refuse(CosmosOperation.REPLACE, 503).times(FaultRule.UNLIMITED));

    List<WriteOutcome> outcomes = outcomes(held);

    for (int i = 0; i < MANY; i++) {
      assertThat(outcomes.get(i))
          .as("%d", i)
          .isInstanceOf(i == MANY / 2 ? WriteOutcome.Unknown.class : WriteOutcome.Written.class);
    }
    ACCOUNT.endpoint.heal();
    Held late = held.get(MANY / 2);
    written(ledger.sessions().replace(late.record(), late.version()));
  }

  @Test
  void whereARequestIsNotAnsweredEachOfItIsUnknownAndTheSameAgainTellsWhatBecameOfIt() {
    List<Held> held = create(MANY);
    ACCOUNT.endpoint.inject(FaultRule.dropReply(CosmosOperation.BATCH).times(FaultRule.UNLIMITED));

    List<WriteOutcome> first = outcomes(held);
    ACCOUNT.endpoint.heal();
    List<WriteOutcome> again = outcomes(held);

    assertThat(first).filteredOn(WriteOutcome.Unknown.class::isInstance).hasSizeGreaterThan(25);
    assertThat(first).noneMatch(WriteOutcome.Conflict.class::isInstance);
    assertThat(again)
        .as("each was applied, though none but the first was told")
        .allMatch(WriteOutcome.Conflict.class::isInstance);
  }

  @Test
  void aRequestThatHangsIsGivenUpWithinTheBound() {
    List<Held> held = create(MANY);
    ACCOUNT.endpoint.inject(
        new FaultRule(
            Set.of(CosmosOperation.BATCH),
            FaultPoint.BEFORE_COMMIT,
            new FaultAction.Hang(),
            FaultRule.UNLIMITED,
            1));

    List<WriteOutcome> first = outcomes(held);
    ACCOUNT.endpoint.heal();

    assertThat(first).filteredOn(WriteOutcome.Unknown.class::isInstance).hasSizeGreaterThan(25);
    assertThat(outcomes(held))
        .as("those that had gone alone were written")
        .noneMatch(WriteOutcome.Unknown.class::isInstance);
  }

  @Test
  void largeRecordsGoAlone() {
    List<Held> held = create(MANY);
    long requests = ACCOUNT.endpoint.counts().bulkRequests();
    Body large = Body.wrap(new byte[100_000]);

    List<WriteOutcome> outcomes =
        outcomes(
            held.stream()
                .map(one -> new Held(one.record().withState(Optional.of(large)), one.version()))
                .toList());

    assertThat(outcomes).allMatch(WriteOutcome.Written.class::isInstance);
    assertThat(ACCOUNT.endpoint.counts().bulkRequests()).isEqualTo(requests);
  }

  @Test
  void newRecordsShareRequestsAndOneThatIsThereAlreadyIsAConflictAlone() {
    List<Held> there = create(MANY / 3);
    long requests = ACCOUNT.endpoint.counts().bulkRequests();
    OperationCounts before = ledger.meter().snapshot();
    List<SessionRecord> records = new ArrayList<>();
    for (int i = 0; i < MANY; i++) {
      records.add(i % 3 == 0 ? there.get(i / 3).record() : record(SessionStatus.IDLE));
    }

    List<WriteOutcome> outcomes = created(records);

    for (int i = 0; i < MANY; i++) {
      assertThat(outcomes.get(i))
          .as("%d", i)
          .isInstanceOf(i % 3 == 0 ? WriteOutcome.Conflict.class : WriteOutcome.Written.class);
      if (outcomes.get(i) instanceof WriteOutcome.Written written) {
        assertThat(LocalAccount.found(ledger, records.get(i)).version())
            .isEqualTo(written.version());
      }
    }
    assertThat(LocalAccount.found(ledger, there.get(0).record()).version())
        .as("nothing is written over")
        .isEqualTo(there.get(0).version());
    assertThat(ACCOUNT.endpoint.counts().bulkRequests() - requests).isBetween(1L, MANY / 4L);
    OperationCounts after = ledger.meter().snapshot();
    assertThat(after.creates() - before.creates()).isEqualTo(MANY);
    assertThat(after.conflicts() - before.conflicts()).isEqualTo(MANY / 3);
  }

  @Test
  void whereARequestOfNewRecordsIsNotAnsweredTheSameAgainTellsWhatBecameOfEach() {
    List<SessionRecord> records = new ArrayList<>();
    for (int i = 0; i < MANY; i++) {
      records.add(record(SessionStatus.IDLE));
    }
    ACCOUNT.endpoint.inject(FaultRule.dropReply(CosmosOperation.BATCH).times(FaultRule.UNLIMITED));

    List<WriteOutcome> first = created(records);
    ACCOUNT.endpoint.heal();

    assertThat(first).filteredOn(WriteOutcome.Unknown.class::isInstance).hasSizeGreaterThan(25);
    assertThat(created(records)).allMatch(WriteOutcome.Conflict.class::isInstance);
  }

  @Test
  void anAccountThatForgetsVersionsInSharedRequestsGetsEachAlone() {
    try (CosmosEndpoint endpoint = CosmosEndpoint.start(CosmosEndpointOptions.defaults());
        ForgetfulAccount account = ForgetfulAccount.inBulkRequests(endpoint.endpoint())) {
      assertEachGoesAlone(endpoint, account);
    }
  }

  @Test
  void anAccountThatCreatesOverWhatIsThereInSharedRequestsGetsEachAlone() {
    try (CosmosEndpoint endpoint = CosmosEndpoint.start(CosmosEndpointOptions.defaults());
        ForgetfulAccount account = ForgetfulAccount.ofCreates(endpoint.endpoint())) {
      assertEachGoesAlone(endpoint, account);
    }
  }

  private static void assertEachGoesAlone(CosmosEndpoint endpoint, ForgetfulAccount account) {
    try (CosmosLedger forgetful =
        CosmosLedger.open(
            LocalAccount.settings(account.url(), endpoint.key()),
            LocalAccount.CREATING,
            Clocks.system())) {
      long requests = endpoint.counts().bulkRequests();
      List<CompletionStage<WriteOutcome>> writes = new ArrayList<>();
      for (Held one : create(forgetful, MANY)) {
        writes.add(forgetful.sessions().replace(one.record(), one.version()));
        writes.add(forgetful.sessions().replace(one.record(), one.version()));
      }

      List<WriteOutcome> outcomes = writes.stream().map(LocalAccount::await).toList();

      assertThat(outcomes).filteredOn(WriteOutcome.Written.class::isInstance).hasSize(MANY);
      assertThat(outcomes).filteredOn(WriteOutcome.Conflict.class::isInstance).hasSize(MANY);
      assertThat(requests).as("it was tried at the start").isPositive();
      assertThat(endpoint.counts().bulkRequests()).isEqualTo(requests);
    }
  }

  private record Held(SessionRecord record, Version version) {}

  private List<Held> create(int count) {
    return create(ledger, count);
  }

  private static List<Held> create(CosmosLedger ledger, int count) {
    List<SessionRecord> records = new ArrayList<>();
    List<CompletionStage<WriteOutcome>> writes = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      SessionRecord record = record(SessionStatus.IDLE);
      records.add(record);
      writes.add(ledger.sessions().create(record));
    }
    List<Held> held = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      held.add(new Held(records.get(i), written(writes.get(i))));
    }
    return held;
  }

  /** All at once, and what became of each. */
  private List<WriteOutcome> created(List<SessionRecord> records) {
    List<CompletionStage<WriteOutcome>> writes =
        records.stream().map(one -> ledger.sessions().create(one)).toList();
    return writes.stream().map(write -> await(write)).toList();
  }

  /** All at once, and what became of each. */
  private List<WriteOutcome> outcomes(List<Held> held) {
    List<CompletionStage<WriteOutcome>> writes =
        held.stream().map(one -> ledger.sessions().replace(one.record(), one.version())).toList();
    return writes.stream().map(write -> await(write)).toList();
  }

  private List<Held> replaced(List<Held> held) {
    List<WriteOutcome> outcomes = outcomes(held);
    List<Held> next = new ArrayList<>();
    for (int i = 0; i < held.size(); i++) {
      assertThat(outcomes.get(i)).isInstanceOf(WriteOutcome.Written.class);
      next.add(new Held(held.get(i).record(), ((WriteOutcome.Written) outcomes.get(i)).version()));
    }
    return next;
  }
}
