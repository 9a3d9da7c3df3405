package io.twinbus.ledger.integration;

import static io.twinbus.ledger.integration.LocalAccount.await;
import static io.twinbus.ledger.integration.LocalAccount.written;
import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.ledger.EndState;
import io.twinbus.ledger.EntityKey;
import io.twinbus.ledger.MessageAttempts;
import io.twinbus.ledger.MessageContent;
import io.twinbus.ledger.MessageRecord;
import io.twinbus.ledger.WriteId;
import io.twinbus.ledger.WriteMark;
import io.twinbus.ledger.cosmos.CosmosLedger;
import io.twinbus.ledger.cosmos.document.DocumentNames;
import io.twinbus.ledger.store.SessionErasure.Outcome;
import io.twinbus.ledger.store.WriteOutcome;
import io.twinbus.local.cosmos.faults.CosmosOperation;
import io.twinbus.local.cosmos.faults.FaultRule;
import io.twinbus.protocol.MessageId;
import io.twinbus.protocol.SessionId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What the erasure beside a forgotten session's record reaches, and what it says of the rest. */
class ErasureTest {

  private static final WriteMark MARK = WriteMark.of(new WriteId("forget"), Instant.EPOCH);

  /** The erasure reads a hundred documents at a time. */
  private static final int MORE_THAN_A_PAGE = 103;

  @RegisterExtension static final LocalAccount ACCOUNT = LocalAccount.start();

  private final CosmosLedger ledger = ACCOUNT.ledger;
  private final SessionId session = new SessionId("s-" + UUID.randomUUID());

  @Test
  void moreDocumentsThanAPageHoldsAreErasedToTheLast() {
    create(MORE_THAN_A_PAGE);

    assertThat(erase()).isEqualTo(new Outcome.Erased(MORE_THAN_A_PAGE, 0));
    assertThat(erase()).as("nothing is left to erase").isEqualTo(new Outcome.Erased(0, 0));
  }

  @Test
  void whatIsStillToRunAndWhatHasChangedMeanwhileIsLeftAndCounted() {
    create(2);
    written(ledger.messages().create(open()));
    strike(FaultRule.refuse(CosmosOperation.REPLACE, 412));

    assertThat(erase()).isEqualTo(new Outcome.Erased(1, 2));
    assertThat(erase()).as("that has changed no more").isEqualTo(new Outcome.Erased(1, 1));
  }

  @Test
  void aWriteThatIsNotAnsweredEndsItAndItCanBeBegunAgain() {
    create(3);
    strike(FaultRule.refuse(CosmosOperation.REPLACE, 400));

    assertThat(erase()).isInstanceOf(Outcome.Unknown.class);
    assertThat(erase()).isEqualTo(new Outcome.Erased(3, 0));
  }

  @Test
  void aPageThatIsNotAnsweredIsNotTakenForTheEnd() {
    create(1);
    strike(FaultRule.refuse(CosmosOperation.QUERY, 400).times(FaultRule.UNLIMITED));

    assertThat(erase()).isInstanceOf(Outcome.Unknown.class);
  }

  private Outcome erase() {
    return await(ledger.erasure().erase(session, MARK));
  }

  private void strike(FaultRule rule) {
    ACCOUNT.endpoint.injectInto(
        DocumentNames.partitionOf(EntityKey.ofQueue("orders"), session), rule);
  }

  private void create(int count) {
    List<CompletionStage<WriteOutcome>> writes = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      writes.add(
          ledger
              .messages()
              .create(
                  new MessageRecord(
                      session,
                      new MessageContent.Over(new MessageId("m-" + i), EndState.DONE, "", 1),
                      MARK)));
    }
    writes.forEach(LocalAccount::written);
  }

  private MessageRecord open() {
    return new MessageRecord(
        session,
        new MessageContent.Open(new MessageId("still-to-run"), null, 1, MessageAttempts.first(0)),
        MARK);
  }
}
