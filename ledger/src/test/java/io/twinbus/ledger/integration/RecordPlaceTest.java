package io.twinbus.ledger.integration;

import static io.twinbus.ledger.integration.LocalAccount.await;
import static io.twinbus.ledger.integration.LocalAccount.record;
import static io.twinbus.ledger.integration.LocalAccount.written;
import static org.assertj.core.api.Assertions.assertThat;

import com.azure.cosmos.CosmosClient;
import com.azure.cosmos.CosmosClientBuilder;
import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.models.CosmosItemRequestOptions;
import com.azure.cosmos.models.PartitionKey;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.twinbus.ledger.EndState;
import io.twinbus.ledger.EntityKey;
import io.twinbus.ledger.LedgerSettings;
import io.twinbus.ledger.MessageContent;
import io.twinbus.ledger.MessageRecord;
import io.twinbus.ledger.SessionRecord;
import io.twinbus.ledger.SessionStatus;
import io.twinbus.ledger.cosmos.CosmosLedger;
import io.twinbus.ledger.cosmos.PlainReads;
import io.twinbus.ledger.cosmos.document.DocumentNames;
import io.twinbus.ledger.cosmos.identity.LedgerIdentity;
import io.twinbus.ledger.store.PageOutcome;
import io.twinbus.ledger.store.ReadOutcome;
import io.twinbus.ledger.store.SessionFilter;
import io.twinbus.protocol.MessageId;
import io.twinbus.protocol.time.Clocks;
import java.util.Optional;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** A document says whose it is, and every read looks. */
class RecordPlaceTest {

  @AutoClose private final LocalAccount account = LocalAccount.start();
  private final CosmosLedger ledger = account.ledger;
  private final LedgerSettings settings = LocalAccount.settings(account.endpoint);

  @Test
  void aRecordOfAnotherSessionIsUnreadableAndNeverAbsent() {
    SessionRecord record = record(SessionStatus.IDLE);
    written(ledger.sessions().create(record));
    rewrite(record, DocumentNames.SESSION_ID, "session", "another");

    ReadOutcome<SessionRecord> read = await(ledger.sessions().read(record.session()));

    assertThat(read)
        .isInstanceOfSatisfying(
            ReadOutcome.Unknown.class,
            unknown ->
                assertThat(unknown.why())
                    .contains("at the place of session '" + record.session())
                    .contains("belongs to session 'another'"));
    PlainReads plain =
        PlainReads.open(
            settings, LocalAccount.CREATING, Clocks.system(), LedgerIdentity.ofEnvironment());
    assertThat(plain.read(record.session())).isEmpty();
  }

  @Test
  void aMessageRecordOfAnotherQueueIsUnreadableToo() {
    SessionRecord session = record(SessionStatus.IDLE);
    MessageRecord record =
        new MessageRecord(
            session.session(),
            new MessageContent.Over(new MessageId("m"), EndState.DONE, "", 1),
            session.stamp());
    written(ledger.messages().create(record));
    rewrite(session, record.key().value(), "queue", "q:payments");

    assertThat(await(ledger.messages().read(session.session(), record.key())))
        .isInstanceOfSatisfying(
            ReadOutcome.Unknown.class,
            unknown -> assertThat(unknown.why()).contains("in 'q:payments'"));
  }

  @Test
  void twoQueuesKeepSessionsOfOneNameApart() {
    SessionRecord record = record(SessionStatus.IDLE);
    written(ledger.sessions().create(record));
    LedgerSettings payments =
        new LedgerSettings(
            settings.endpoint(),
            settings.key(),
            settings.place(),
            EntityKey.ofQueue("payments"),
            false);

    try (CosmosLedger other = CosmosLedger.open(payments, LocalAccount.CREATING, Clocks.system())) {
      assertThat(await(other.sessions().read(record.session())))
          .isInstanceOf(ReadOutcome.Absent.class);
      assertThat(await(other.queries().list(SessionFilter.ALL, 10, Optional.empty())))
          .isInstanceOfSatisfying(
              PageOutcome.Page.class, page -> assertThat(page.sessions()).isEmpty());
    }
  }

  private void rewrite(SessionRecord record, String id, String field, String value) {
    try (CosmosClient client =
        new CosmosClientBuilder()
            .endpoint(settings.endpoint().toString())
            .key(settings.key().orElseThrow().reveal())
            .gatewayMode()
            .buildClient()) {
      CosmosContainer container =
          client.getDatabase(settings.place().database()).getContainer(settings.place().sessions());
      PartitionKey partition =
          new PartitionKey(DocumentNames.partitionOf(settings.queue(), record.session()));
      ObjectNode document = container.readItem(id, partition, ObjectNode.class).getItem();
      container.replaceItem(
          document.put(field, value), id, partition, new CosmosItemRequestOptions());
    }
  }
}
