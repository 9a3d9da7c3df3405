package io.twinbus.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.DoubleNode;
import com.fasterxml.jackson.databind.node.LongNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.twinbus.ledger.ClaimId;
import io.twinbus.ledger.Custody;
import io.twinbus.ledger.EntityKey;
import io.twinbus.ledger.InstanceId;
import io.twinbus.ledger.Owner;
import io.twinbus.ledger.SessionRecord;
import io.twinbus.ledger.SessionStatus;
import io.twinbus.ledger.WriteId;
import io.twinbus.ledger.WriteMark;
import io.twinbus.ledger.cosmos.document.DirectiveCodec;
import io.twinbus.ledger.cosmos.document.MessageCodec;
import io.twinbus.ledger.cosmos.document.Retention;
import io.twinbus.ledger.cosmos.document.SessionCodec;
import io.twinbus.ledger.cosmos.document.UnreadableDocumentException;
import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.SessionId;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Consumer;

/**
 * Documents of the ledger with fields of any kind over the right ones: each is read or called
 * unreadable.
 */
class LedgerDocumentsFuzzTest {

  private static final int MOST_FIELDS = 10;
  private static final int MOST_DEPTH = 3;
  private static final String[] NAMES =
      ("id pk kind session queue message status token owner region instance claim block by since"
              + " reason cursors stream seq at ended from to state suspects failures takeovers"
              + " started unproven firstFailureAt tries lostLinks waiting cursor reports annex"
              + " overflow pages upTo noted pardons cold resting acts effect attempts evacuated"
              + " paused writeId schema updatedAt ttl")
          .split(" ", -1);
  private static final String[] WORDS = {
    "IDLE",
    "WORKING",
    "BLOCKED",
    "FORGOTTEN",
    "OPEN",
    "OVER",
    "DONE",
    "DEAD",
    "SKIP",
    "RETRY",
    "east",
    "s",
    "1",
    "-1",
    "",
    "9223372036854775807",
    "2026-03-01T12:00:00.000000000Z",
    "e30="
  };
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final EntityKey QUEUE = EntityKey.ofQueue("orders");
  private static final SessionId SESSION = new SessionId("s");
  private static final Retention RETENTION = new Retention(Duration.ofDays(14));
  private static final SessionCodec SESSIONS = new SessionCodec(QUEUE, RETENTION);
  private static final MessageCodec MESSAGES = new MessageCodec(QUEUE, RETENTION);

  @FuzzTest
  void areReadOrCalledUnreadable(FuzzedDataProvider data) {
    ObjectNode document =
        data.consumeBoolean() ? SESSIONS.encode(record()) : JSON.createObjectNode();
    int fields = data.consumeInt(0, MOST_FIELDS);
    for (int i = 0; i < fields; i++) {
      document.set(data.pickValue(NAMES), value(data, MOST_DEPTH));
    }
    read(SESSIONS::decode, document);
    read(each -> MESSAGES.decode(each, SESSION), document);
    read(DirectiveCodec::decode, document);
  }

  private static JsonNode value(FuzzedDataProvider data, int depth) {
    return switch (data.consumeInt(0, depth == 0 ? 6 : 8)) {
      case 0 -> JSON.nullNode();
      case 1 -> TextNode.valueOf(data.pickValue(WORDS));
      case 2 -> TextNode.valueOf(data.consumeString(40));
      case 3 -> TextNode.valueOf(Long.toString(data.consumeLong()));
      case 4 -> LongNode.valueOf(data.consumeLong());
      case 5 -> DoubleNode.valueOf(data.consumeDouble());
      case 6 -> BooleanNode.valueOf(data.consumeBoolean());
      case 7 -> {
        ArrayNode array = JSON.createArrayNode();
        for (int left = data.consumeInt(0, 3); left > 0; left--) {
          array.add(value(data, depth - 1));
        }
        yield array;
      }
      default -> {
        ObjectNode object = JSON.createObjectNode();
        for (int left = data.consumeInt(0, MOST_FIELDS); left > 0; left--) {
          object.set(data.pickValue(NAMES), value(data, depth - 1));
        }
        yield object;
      }
    };
  }

  private static void read(Consumer<ObjectNode> codec, ObjectNode document) {
    try {
      codec.accept(document);
    } catch (UnreadableDocumentException e) {
      assertThat(e.getMessage()).isNotBlank();
    }
  }

  private static SessionRecord record() {
    Owner owner = new Owner(new RegionName("east"), new InstanceId("i1"), new ClaimId("c1"));
    return SessionRecord.first(
        SESSION,
        new Custody(SessionStatus.WORKING, owner, 3, null),
        WriteMark.of(new WriteId("w"), Instant.ofEpochSecond(1_772_366_400)));
  }
}
