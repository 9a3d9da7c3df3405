package io.twinbus.ledger.integration;

import static io.twinbus.ledger.integration.LocalAccount.await;
import static io.twinbus.ledger.integration.LocalAccount.record;
import static io.twinbus.ledger.integration.LocalAccount.written;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.twinbus.ledger.Cursor;
import io.twinbus.ledger.Progress;
import io.twinbus.ledger.SessionRecord;
import io.twinbus.ledger.SessionStatus;
import io.twinbus.ledger.WriteMark;
import io.twinbus.ledger.cosmos.CosmosLedger;
import io.twinbus.ledger.store.CountsOutcome;
import io.twinbus.ledger.store.ExplicitStreamsOutcome;
import io.twinbus.ledger.store.PageOutcome;
import io.twinbus.ledger.store.SessionFilter;
import io.twinbus.ledger.store.WriteOutcome;
import io.twinbus.local.cosmos.faults.CosmosOperation;
import io.twinbus.local.cosmos.faults.FaultRule;
import io.twinbus.protocol.SessionId;
import io.twinbus.protocol.StreamId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** What operators are told of all sessions: what is left out is said, or nothing is. */
class OperatorQuestionsTest {

  /** The size of a hundred documents says how large the others are. */
  private static final int MORE_THAN_THE_SAMPLE = 120;

  @AutoClose private final LocalAccount account = LocalAccount.start();
  private final CosmosLedger ledger = account.ledger;

  @Test
  void recordsThatCannotBeReadAreCountedAndHideNoOthers() {
    SessionRecord readable = record(SessionStatus.IDLE);
    SessionRecord old = record(SessionStatus.IDLE);
    written(ledger.sessions().create(readable));
    written(
        ledger
            .sessions()
            .create(
                old.withStamp(
                    new WriteMark(old.stamp().writeId(), WriteMark.SCHEMA + 1, old.stamp().at()))));

    assertThat(await(ledger.queries().list(SessionFilter.ALL, 10, Optional.empty())))
        .isInstanceOfSatisfying(
            PageOutcome.Page.class,
            page -> {
              assertThat(page.sessions()).containsExactly(readable);
              assertThat(page.unreadable()).isEqualTo(1);
            });
  }

  @Test
  void countsSayWhatAllOfThemCost() {
    written(ledger.sessions().create(record(SessionStatus.IDLE)));
    double before = ledger.meter().snapshot().requestUnits();

    CountsOutcome counts = await(ledger.queries().counts());

    double cost = ledger.meter().snapshot().requestUnits() - before;
    assertThat(counts)
        .isInstanceOfSatisfying(
            CountsOutcome.Counted.class,
            counted -> assertThat(counted.requestUnits()).isCloseTo(cost, within(0.01)));
  }

  @Test
  void countsOfWhichOneIsMissingAreNone() {
    account.endpoint.inject(FaultRule.refuse(CosmosOperation.QUERY, 400));

    assertThat(await(ledger.queries().counts())).isInstanceOf(CountsOutcome.Unknown.class);
  }

  @Test
  void theSizeOfExplicitStreamsIsThatOfAllAndNotOfASample() {
    create(1);
    ExplicitStreamsOutcome.Counted one = explicit();
    create(MORE_THAN_THE_SAMPLE - 1);
    ExplicitStreamsOutcome.Counted all = explicit();

    assertThat(one.documents()).isEqualTo(1);
    assertThat(all.documents()).isEqualTo(MORE_THAN_THE_SAMPLE);
    assertThat(all.bytes())
        .isCloseTo(
            MORE_THAN_THE_SAMPLE * one.bytes(), within(MORE_THAN_THE_SAMPLE * one.bytes() / 20));
  }

  @Test
  void aSizeWithoutACountAndACountWithoutASizeAreNone() {
    create(1);
    account.endpoint.inject(FaultRule.refuse(CosmosOperation.QUERY, 400));

    assertThat(await(ledger.queries().explicitStreams()))
        .isInstanceOf(ExplicitStreamsOutcome.Unknown.class);
  }

  private ExplicitStreamsOutcome.Counted explicit() {
    ExplicitStreamsOutcome outcome = await(ledger.queries().explicitStreams());
    assertThat(outcome).isInstanceOf(ExplicitStreamsOutcome.Counted.class);
    return (ExplicitStreamsOutcome.Counted) outcome;
  }

  private void create(int count) {
    List<CompletionStage<WriteOutcome>> writes = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      SessionRecord record =
          record(new SessionId("s-" + UUID.randomUUID()), SessionStatus.IDLE)
              .withProgress(
                  new Progress(
                      new TreeMap<>(Map.of(new StreamId("s"), new Cursor(1, Instant.EPOCH, true))),
                      List.of(),
                      new TreeMap<>(),
                      new TreeMap<>()));
      writes.add(ledger.sessions().create(record));
    }
    writes.forEach(LocalAccount::written);
  }
}
