package io.twinbus.ledger.unit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.twinbus.ledger.Cursor;
import io.twinbus.ledger.Custody;
import io.twinbus.ledger.EndState;
import io.twinbus.ledger.EndedRange;
import io.twinbus.ledger.EntityKey;
import io.twinbus.ledger.Gap;
import io.twinbus.ledger.MessageContent;
import io.twinbus.ledger.MessageRecord;
import io.twinbus.ledger.SessionRecord;
import io.twinbus.ledger.SessionStatus;
import io.twinbus.ledger.WriteId;
import io.twinbus.ledger.WriteMark;
import io.twinbus.ledger.cosmos.document.ErasedDocument;
import io.twinbus.ledger.cosmos.document.MessageCodec;
import io.twinbus.ledger.cosmos.document.Retention;
import io.twinbus.ledger.cosmos.document.SessionCodec;
import io.twinbus.ledger.cosmos.document.UnreadableDocumentException;
import io.twinbus.protocol.MessageId;
import io.twinbus.protocol.SessionId;
import io.twinbus.protocol.StreamId;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** What the documents of a session that was forgotten still say. */
class ForgottenDocumentsTest {

  private static final SessionId SESSION = new SessionId("customer-4711");
  private static final StreamId STREAM = new StreamId("s");
  private static final Instant AT = Instant.parse("2026-03-01T12:00:00Z");
  private static final WriteMark MARK = WriteMark.of(new WriteId("w"), AT);
  private static final EntityKey QUEUE = EntityKey.ofQueue("orders");
  private static final Retention RETENTION = new Retention(Duration.ofDays(14));

  private final SessionCodec sessions = new SessionCodec(QUEUE, RETENTION);
  private final MessageCodec messages = new MessageCodec(QUEUE, RETENTION);

  @Test
  void aTombstoneNamesNoSessionAndIsReadByItsId() {
    SessionRecord tombstone = record(SessionStatus.FORGOTTEN);

    ObjectNode document = sessions.encode(tombstone);

    assertThat(document.toString()).doesNotContain("4711");
    assertThat(sessions.decode(document, SESSION)).isEqualTo(tombstone);
    assertThat(document.path("pk"))
        .isEqualTo(sessions.encode(record(SessionStatus.IDLE)).path("pk"));
    assertThatExceptionOfType(UnreadableDocumentException.class)
        .isThrownBy(() -> sessions.decode(document, new SessionId("customer-4712")));
  }

  @Test
  void aGapThatWasReportedSinceNamesTheSessionAgain() {
    SessionRecord tombstone = record(SessionStatus.FORGOTTEN);
    SessionRecord waiting =
        tombstone.withProgress(
            tombstone
                .progress()
                .withWaiting(new TreeMap<>(Map.of(STREAM, new Gap(5, new TreeMap<>())))));

    assertThat(sessions.encode(waiting).path("session").asText()).isEqualTo(SESSION.value());
  }

  @Test
  void aMessageThatHasEndedIsKnownByItsKeyAlone() {
    ObjectNode document =
        messages.encode(
            new MessageRecord(
                SESSION,
                new MessageContent.Over(
                    new MessageId("order-4711"), EndState.DEAD, "4711 is unknown", 3),
                MARK));

    ObjectNode rest = erased(document);

    assertThat(rest.toString()).doesNotContain("4711");
    assertThat(rest.path("id")).isEqualTo(document.path("id"));
    assertThat(messages.decode(rest, SESSION).content())
        .isEqualTo(
            new MessageContent.Over(new MessageId("Forgotten"), EndState.DEAD, "Forgotten", 3));
    assertThat(ErasedDocument.of(rest, SESSION, RETENTION, MARK)).as("once").isEmpty();
  }

  @Test
  void aColdStreamKeepsItsCursorForTheRetentionAlone() {
    MessageContent.Cold cold =
        new MessageContent.Cold(
            STREAM,
            new Cursor(5, AT, true),
            List.of(new EndedRange(STREAM, 2, 2, EndState.DEAD, "4711 is unknown")),
            Optional.empty());

    ObjectNode rest = erased(messages.encode(new MessageRecord(SESSION, cold, MARK)));

    assertThat(rest.toString()).doesNotContain("4711");
    assertThat(rest.path("ttl").asLong()).isEqualTo(Duration.ofDays(14).toSeconds());
    assertThat(messages.decode(rest, SESSION).content())
        .isEqualTo(
            new MessageContent.Cold(
                STREAM,
                new Cursor(5, AT),
                List.of(new EndedRange(STREAM, 2, 2, EndState.DEAD, "Forgotten")),
                Optional.empty()));
  }

  private static ObjectNode erased(ObjectNode document) {
    return ErasedDocument.of(document, SESSION, RETENTION, MARK).orElseThrow();
  }

  private static SessionRecord record(SessionStatus status) {
    SessionRecord first = SessionRecord.first(SESSION, new Custody(status, null, 1, null), MARK);
    return first.withProgress(first.progress().withEnded(List.of()));
  }
}
