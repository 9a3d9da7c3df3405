package io.twinbus.ledger.unit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.twinbus.ledger.Custody;
import io.twinbus.ledger.EntityKey;
import io.twinbus.ledger.SessionRecord;
import io.twinbus.ledger.SessionStatus;
import io.twinbus.ledger.WriteId;
import io.twinbus.ledger.WriteMark;
import io.twinbus.ledger.cosmos.document.Retention;
import io.twinbus.ledger.cosmos.document.SessionCodec;
import io.twinbus.ledger.cosmos.document.UnreadableDocumentException;
import io.twinbus.protocol.SessionId;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A document of the ledger that another hand has made deep. */
class DeepDocumentTest {

  /** The bound of the JSON reader, which the SDK's and ours share. */
  private static final int LEVELS = 1_000;

  private final SessionCodec codec =
      new SessionCodec(EntityKey.ofQueue("orders"), new Retention(Duration.ofDays(14)));

  @ParameterizedTest
  @ValueSource(strings = {"session", "owner", "block", "cursors", "suspects", "annex", "acts"})
  void aFieldOfAlmostAsManyLevelsAsAReaderTakesMakesItUnreadableInWords(String field) {
    ObjectNode document = codec.encode(record());
    document.set(field, nested(LEVELS - 2));

    assertThatExceptionOfType(UnreadableDocumentException.class)
        .isThrownBy(() -> codec.decode(document))
        .withMessageContaining("The record of session")
        .satisfies(unreadable -> assertShort(String.valueOf(unreadable.getMessage())));
  }

  @Test
  void deeperTextIsReadByNoReader() {
    String text = "[".repeat(LEVELS + 1) + "]".repeat(LEVELS + 1);

    assertThatThrownBy(() -> new ObjectMapper().readTree(text))
        .isInstanceOf(StreamConstraintsException.class);
  }

  private static void assertShort(String sentence) {
    assertThat(sentence).hasSizeLessThan(300);
  }

  private static ArrayNode nested(int levels) {
    ArrayNode node = JsonNodeFactory.instance.arrayNode();
    for (int level = 1; level < levels; level++) {
      node = JsonNodeFactory.instance.arrayNode().add(node);
    }
    return node;
  }

  private static SessionRecord record() {
    return SessionRecord.first(
        new SessionId("s"),
        new Custody(SessionStatus.IDLE, null, 1, null),
        WriteMark.of(new WriteId("w"), Instant.EPOCH));
  }
}
