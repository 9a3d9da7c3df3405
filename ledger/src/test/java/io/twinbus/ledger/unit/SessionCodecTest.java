package io.twinbus.ledger.unit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.twinbus.ledger.EntityKey;
import io.twinbus.ledger.cosmos.document.Retention;
import io.twinbus.ledger.cosmos.document.SessionCodec;
import io.twinbus.ledger.cosmos.document.UnreadableDocumentException;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The stored form of schema 2: other processes, older and newer, live by it. */
class SessionCodecTest {

  private static final String STORED =
      """
      {
        "id": "session",
        "pk": "q:orders:wUzdwDP2S53qgOpnXPKAoBXmclFgkKViZ4EVPcaP6hE",
        "queue": "q:orders",
        "kind": "session",
        "session": "a/b",
        "status": "WORKING",
        "token": "1772366400000",
        "owner": {"region": "east", "instance": "i1", "claim": "c1"},
        "cursors": [{"stream": "s", "seq": "9007199254740993", "at": "2026-03-01T12:00:00.000000000Z"}],
        "ended": [{"stream": "s", "from": "2", "to": "3", "state": "DEAD", "reason": "r"}],
        "suspects": [{"stream": "s", "seq": "9007199254740994", "failures": 2, "takeovers": 1, "started": true}],
        "waiting": [],
        "annex": {
          "overflow": [{"stream": "s", "pages": "2", "upTo": "1"}],
          "noted": {"message": "m", "state": "DONE", "reason": ""},
          "pardons": "3"
        },
        "state": "e30=",
        "acts": [{"kind": "SKIP", "by": "ann", "reason": "ticket", "effect": "skipped", "at": "2026-03-01T12:00:00.000000000Z"}],
        "writeId": "w1",
        "schema": 3,
        "updatedAt": "2026-03-01T12:00:00.123456789Z",
        "ttl": -1
      }
      """;

  private final SessionCodec codec =
      new SessionCodec(EntityKey.ofQueue("orders"), new Retention(Duration.ofDays(14)));

  @Test
  void aRecordIsStoredAsItWasRead() {
    ObjectNode stored = document();

    ObjectNode again = codec.encode(codec.decode(stored));

    assertThat(again).isEqualTo(stored);
  }

  @Test
  void whatTheAccountAddsIsPassedOver() {
    ObjectNode stored = document();
    stored.put("_etag", "\"1\"").put("_ts", 1).put("added-later", true);

    assertThat(codec.decode(stored)).isEqualTo(codec.decode(document()));
  }

  @Test
  void aRecordThatNobodyWaitsForExpires() {
    ObjectNode plain = document();
    plain.remove("state");

    assertThat(codec.encode(codec.decode(plain)).path("ttl").intValue()).isEqualTo(1_209_600);
  }

  @Test
  void aStateThatIsNotBase64IsRefused() {
    ObjectNode broken = document();
    broken.put("state", "{}");

    assertThatThrownBy(() -> codec.decode(broken))
        .isInstanceOf(UnreadableDocumentException.class)
        .hasMessageContaining("'state' is not bytes as base64");
  }

  @Test
  void aBlockedRecordAndOneThatWaitsStayForEver() {
    ObjectNode blocked = document();
    blocked.remove("state");
    blocked.put("status", "BLOCKED");
    ObjectNode waiting = document();
    waiting.remove("state");
    waiting
        .withArray("waiting")
        .addObject()
        .put("stream", "s")
        .put("cursor", "1")
        .putArray("reports");

    assertThat(codec.encode(codec.decode(blocked)).path("ttl").intValue()).isEqualTo(-1);
    assertThat(codec.encode(codec.decode(waiting)).path("ttl").intValue()).isEqualTo(-1);
  }

  @Test
  void aNewerRecordIsRefusedInWords() {
    ObjectNode newer = document();
    newer.put("schema", 4);
    newer.remove("token");

    assertThatThrownBy(() -> codec.decode(newer))
        .isInstanceOf(UnreadableDocumentException.class)
        .hasMessage(
            "The record of session 'a/b' has schema 4 and this build knows 3: an older build met a"
                + " newer record, upgrade it");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "session",
        "status",
        "token",
        "cursors",
        "ended",
        "suspects",
        "waiting",
        "annex",
        "writeId",
        "schema",
        "updatedAt"
      })
  void aRecordThatLacksAFieldIsRefusedByItsName(String field) {
    ObjectNode broken = document();
    broken.remove(field);

    assertThatThrownBy(() -> codec.decode(broken))
        .isInstanceOf(UnreadableDocumentException.class)
        .hasMessageContaining("'" + field + "'");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void anOlderSchemaIsRefusedInWords(int schema) {
    ObjectNode old = document();
    old.put("schema", schema).remove("annex");

    assertThatThrownBy(() -> codec.decode(old))
        .isInstanceOf(UnreadableDocumentException.class)
        .hasMessage(
            "The record of session 'a/b' has schema %d, which no release has written, and this build reads schema 3 alone: give this deployment a new, empty database"
                .formatted(schema));
  }

  @Test
  void aNumberThatIsNoTextIsRefused() {
    ObjectNode broken = document();
    broken.put("token", 9.007199254740992E15);

    assertThatThrownBy(() -> codec.decode(broken)).isInstanceOf(UnreadableDocumentException.class);
  }

  private static ObjectNode document() {
    try {
      return (ObjectNode) new ObjectMapper().readTree(STORED);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }
}
