package io.twinbus.ledger.integration;

import static io.twinbus.ledger.integration.LocalAccount.await;
import static io.twinbus.ledger.integration.LocalAccount.record;
import static io.twinbus.ledger.integration.LocalAccount.written;
import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import io.twinbus.ledger.SessionRecord;
import io.twinbus.ledger.SessionStatus;
import io.twinbus.ledger.WriteMark;
import io.twinbus.ledger.cosmos.CosmosLedger;
import io.twinbus.ledger.store.ReadOutcome;
import io.twinbus.ledger.store.WriteOutcome;
import io.twinbus.local.cosmos.CosmosEndpoint;
import io.twinbus.local.cosmos.CosmosEndpointOptions;
import io.twinbus.local.cosmos.faults.CosmosOperation;
import io.twinbus.local.cosmos.faults.FaultRule;
import io.twinbus.protocol.time.MonotonicTime;
import io.twinbus.protocol.time.Now;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/** What needs a person is said once a minute for each kind, however many operations meet it. */
@Isolated("it looks at the log")
class RefusalLinesTest {

  private static final Duration MINUTE = Duration.ofMinutes(1);

  @AutoClose
  private final CosmosEndpoint endpoint = CosmosEndpoint.start(CosmosEndpointOptions.defaults());

  private volatile MonotonicTime time = new MonotonicTime(0);

  @AutoClose
  private final CosmosLedger ledger =
      CosmosLedger.open(
          LocalAccount.settings(endpoint),
          LocalAccount.CREATING,
          () -> new Now(time, Instant.now()));

  @AutoClose private final LedgerLines lines = new LedgerLines();

  @Test
  void manyRefusalsAreOneLineAMinuteThatSaysWhatToDo() {
    refuse(403);
    write(20);
    time = time.plus(MINUTE.minusNanos(1));
    write(20);

    assertThat(said())
        .singleElement()
        .asString()
        .startsWith("The ledger refuses: CREATE of partition 'q:orders:")
        .contains("was answered 403/0; sessions that need it stand still until it is mended: give");

    time = time.plus(Duration.ofNanos(1));
    write(20);

    assertThat(said()).as("the minute is over").hasSize(2);
  }

  @Test
  void aRefusalOfAnotherKindIsALineOfItsOwn() {
    refuse(403);
    write(1);
    endpoint.heal();
    refuse(413);
    write(1);

    assertThat(said()).hasSize(2).last().asString().contains("413/0").contains("outgrown 2 MB");
  }

  @Test
  void whatHelpsItselfIsNoLine() {
    endpoint.inject(FaultRule.refuse(CosmosOperation.CREATE, 429).times(FaultRule.UNLIMITED));
    write(1);

    assertThat(said()).isEmpty();
  }

  @Test
  void aRecordOfANewerBuildIsOneLine() {
    SessionRecord old = record(SessionStatus.IDLE);
    SessionRecord newer =
        old.withStamp(new WriteMark(old.stamp().writeId(), WriteMark.SCHEMA + 1, old.stamp().at()));
    written(ledger.sessions().create(newer));

    for (int i = 0; i < 3; i++) {
      assertThat(await(ledger.sessions().read(newer.session())))
          .isInstanceOf(ReadOutcome.Unknown.class);
    }

    assertThat(said()).singleElement().asString().contains("upgrade this process");
  }

  private void refuse(int status) {
    endpoint.inject(FaultRule.refuse(CosmosOperation.CREATE, status).times(FaultRule.UNLIMITED));
  }

  private void write(int times) {
    for (int i = 0; i < times; i++) {
      assertThat(await(ledger.sessions().create(record(SessionStatus.IDLE))))
          .isInstanceOf(WriteOutcome.Unknown.class);
    }
  }

  private List<String> said() {
    return lines.of(Level.ERROR);
  }
}
