package io.twinbus.ledger.integration;

import static io.twinbus.ledger.integration.LocalAccount.await;
import static io.twinbus.ledger.integration.LocalAccount.found;
import static io.twinbus.ledger.integration.LocalAccount.readWhenBack;
import static io.twinbus.ledger.integration.LocalAccount.record;
import static io.twinbus.ledger.integration.LocalAccount.written;
import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.ledger.SessionRecord;
import io.twinbus.ledger.SessionStatus;
import io.twinbus.ledger.cosmos.CosmosLedger;
import io.twinbus.ledger.store.BeatsOutcome;
import io.twinbus.ledger.store.CountsOutcome;
import io.twinbus.ledger.store.PageOutcome;
import io.twinbus.ledger.store.ReadOutcome;
import io.twinbus.ledger.store.SessionFilter;
import io.twinbus.ledger.store.Version;
import io.twinbus.ledger.store.WriteOutcome;
import io.twinbus.local.cosmos.faults.CosmosOperation;
import io.twinbus.local.cosmos.faults.FaultAction;
import io.twinbus.local.cosmos.faults.FaultRule;
import io.twinbus.local.faults.FaultPoint;
import io.twinbus.local.network.Outage;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Where the account does not answer at all, an operation ends as a value within its bound. */
class SilenceTest {

  @RegisterExtension static final LocalAccount ACCOUNT = LocalAccount.startHasty();

  private final CosmosLedger ledger = ACCOUNT.ledger;

  @ParameterizedTest
  @EnumSource(Outage.class)
  void anOutageIsUnknownAndEndsByItself(Outage outage) {
    SessionRecord created = record(SessionStatus.IDLE);
    Version version = written(ledger.sessions().create(created));
    ACCOUNT.endpoint.outage(outage);

    CompletionStage<ReadOutcome<SessionRecord>> read = ledger.sessions().read(created.session());
    CompletionStage<WriteOutcome> write = ledger.sessions().create(record(SessionStatus.IDLE));
    CompletionStage<BeatsOutcome> leases = ledger.instances().leases().readAll();
    CompletionStage<PageOutcome> page =
        ledger.queries().list(SessionFilter.ALL, 1, Optional.empty());
    CompletionStage<CountsOutcome> counts = ledger.queries().counts();

    assertThat(await(read)).isInstanceOf(ReadOutcome.Unknown.class);
    assertThat(await(write)).isInstanceOf(WriteOutcome.Unknown.class);
    assertThat(await(leases)).isInstanceOf(BeatsOutcome.Unknown.class);
    assertThat(await(page)).isInstanceOf(PageOutcome.Unknown.class);
    assertThat(await(counts)).isInstanceOf(CountsOutcome.Unknown.class);
    ACCOUNT.endpoint.restore();
    assertThat(readWhenBack(ledger, created)).isEqualTo(new ReadOutcome.Found<>(created, version));
  }

  @Test
  void anAnswerThatNeverComesIsUnknownAndTheWriteMayHaveLanded() {
    SessionRecord record = record(SessionStatus.IDLE);
    ACCOUNT.endpoint.inject(
        new FaultRule(
            Set.of(CosmosOperation.CREATE, CosmosOperation.READ),
            FaultPoint.AFTER_COMMIT,
            new FaultAction.Hang(),
            FaultRule.UNLIMITED,
            1));

    WriteOutcome write = await(ledger.sessions().create(record));
    ReadOutcome<SessionRecord> read = await(ledger.sessions().read(record.session()));
    ACCOUNT.endpoint.heal();

    assertThat(write).isInstanceOf(WriteOutcome.Unknown.class);
    assertThat(read).isInstanceOf(ReadOutcome.Unknown.class);
    assertThat(found(ledger, record).record()).isEqualTo(record);
  }
}
