package io.twinbus.ledger.unit;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.twinbus.ledger.EntityKey;
import io.twinbus.ledger.audit.AuditAuthor;
import io.twinbus.ledger.audit.AuditEntry;
import io.twinbus.ledger.audit.AuditSubject;
import io.twinbus.ledger.audit.AuditedAct;
import io.twinbus.ledger.cosmos.document.AuditCodec;
import io.twinbus.protocol.MessageId;
import io.twinbus.protocol.SessionId;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The shape of an audit document, as other programs may read it. */
class AuditCodecTest {

  private static final Instant LAST_OF_MONTH = Instant.parse("2026-11-30T23:59:59.5Z");

  @Test
  void theDocumentIsOfTheShapeThatIsWrittenDown() throws Exception {
    AuditEntry entry =
        new AuditEntry(
            "e-1",
            LAST_OF_MONTH,
            AuditAuthor.verified("Console", "oid-1").actingFor("ann"),
            AuditSubject.of(EntityKey.ofQueue("orders"))
                .session(new SessionId("s-1"))
                .message(new MessageId("m-1")),
            new AuditedAct(AuditedAct.BODY_SHOWN, "ticket 7", "5 bytes shown"));

    assertThat(AuditCodec.encode(entry))
        .isEqualTo(
            new ObjectMapper()
                .readTree(
                    """
                    {"id": "e-1", "pk": "2026-11", "at": "2026-11-30T23:59:59.500000000Z",
                     "by": {"name": "Console", "oid": "oid-1", "actsFor": "ann", "verified": true},
                     "act": "BODY_SHOWN", "queue": "q:orders", "session": "s-1", "message": "m-1",
                     "reason": "ticket 7", "effect": "5 bytes shown", "schema": 3, "ttl": 34560000}
                    """));
    assertThat(AuditCodec.decode(AuditCodec.encode(entry))).isEqualTo(entry);
  }

  @Test
  void aSelfDeclaredNameSaysSo() {
    AuditEntry entry =
        new AuditEntry(
            "e-1",
            LAST_OF_MONTH,
            AuditAuthor.selfDeclared("ann"),
            AuditSubject.deployment(),
            new AuditedAct("EVACUATE", "x", "region east evacuated"));

    ObjectNode document = AuditCodec.encode(entry);

    assertThat(document.path("by").path("verified").asBoolean(true)).isFalse();
    assertThat(document.path("by").has("oid")).isFalse();
    assertThat(AuditCodec.decode(document).by()).hasToString("ann (self-declared)");
  }

  @ParameterizedTest
  @ValueSource(strings = {"a", "\u001b", "\"", "ß", "語", "😀"})
  void noTextMakesADocumentLargerThanFourKibibytes(String unit) throws JsonProcessingException {
    String text = unit.repeat(1_024 / unit.length());
    AuditEntry entry =
        new AuditEntry(
            "e".repeat(36),
            LAST_OF_MONTH,
            AuditAuthor.verified(text, "o".repeat(36)).actingFor(text),
            AuditSubject.of(EntityKey.ofQueue("q".repeat(260)))
                .session(new SessionId(text))
                .message(new MessageId(text)),
            new AuditedAct("LETTERS_DELETED", text, text));

    String document = new ObjectMapper().writeValueAsString(AuditCodec.encode(entry));

    assertThat(document.getBytes(StandardCharsets.UTF_8)).hasSizeLessThanOrEqualTo(4_096);
    assertThat(AuditCodec.decode(AuditCodec.encode(entry)).what().reason()).endsWith("…");
  }
}
