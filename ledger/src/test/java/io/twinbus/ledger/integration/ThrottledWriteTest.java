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
import io.twinbus.ledger.store.Version;
import io.twinbus.ledger.store.WriteOutcome;
import io.twinbus.local.cosmos.faults.CosmosOperation;
import io.twinbus.local.cosmos.faults.FaultAction;
import io.twinbus.local.cosmos.faults.FaultRule;
import io.twinbus.local.faults.FaultPoint;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A throttled write says how long the account wants to be left alone; no other failure does. */
class ThrottledWriteTest {

  private static final Duration WANTED = Duration.ofMillis(1_234);
  private static final int MANY = 60;

  @RegisterExtension static final LocalAccount ACCOUNT = LocalAccount.start();

  private final CosmosLedger ledger = ACCOUNT.ledger;

  @Test
  void aWriteAloneSaysTheWaitThatTheAccountSays() {
    ACCOUNT.endpoint.inject(throttle(CosmosOperation.CREATE));

    WriteOutcome outcome = await(ledger.sessions().create(record(SessionStatus.IDLE)));

    assertThat(waitOf(outcome)).contains(WANTED);
  }

  @Test
  void aWriteThatIsThrottledAmongOthersSaysItToo() {
    List<SessionRecord> records = new ArrayList<>();
    List<Version> versions = new ArrayList<>();
    for (int i = 0; i < MANY; i++) {
      records.add(record(SessionStatus.IDLE));
      versions.add(written(ledger.sessions().create(records.get(i))));
    }
    SessionRecord throttled = records.get(MANY / 2);
    ACCOUNT.endpoint.injectInto(
        DocumentNames.partitionOf(EntityKey.ofQueue("orders"), throttled.session()),
        throttle(CosmosOperation.REPLACE));
    long shared = ACCOUNT.endpoint.counts().bulkRequests();

    List<CompletionStage<WriteOutcome>> writes = new ArrayList<>();
    for (int i = 0; i < MANY; i++) {
      writes.add(ledger.sessions().replace(records.get(i), versions.get(i)));
    }

    for (int i = 0; i < MANY; i++) {
      assertThat(waitOf(await(writes.get(i))))
          .as("%d", i)
          .isEqualTo(i == MANY / 2 ? Optional.of(WANTED) : Optional.empty());
    }
    assertThat(ACCOUNT.endpoint.counts().bulkRequests()).isGreaterThan(shared);
  }

  @Test
  void aWriteThatFailsForAnotherReasonAsksForNoWait() {
    ACCOUNT.endpoint.inject(FaultRule.refuse(CosmosOperation.CREATE, 400));

    WriteOutcome outcome = await(ledger.sessions().create(record(SessionStatus.IDLE)));

    assertThat(outcome).isInstanceOf(WriteOutcome.Unknown.class);
    assertThat(waitOf(outcome)).isEmpty();
  }

  private static Optional<Duration> waitOf(WriteOutcome outcome) {
    return outcome instanceof WriteOutcome.Unknown unknown
        ? unknown.retryAfter()
        : Optional.empty();
  }

  private static FaultRule throttle(CosmosOperation operation) {
    return new FaultRule(
        Set.of(operation),
        FaultPoint.BEFORE_COMMIT,
        new FaultAction.Answer(429, 3200, Math.toIntExact(WANTED.toMillis())),
        FaultRule.UNLIMITED,
        1);
  }
}
