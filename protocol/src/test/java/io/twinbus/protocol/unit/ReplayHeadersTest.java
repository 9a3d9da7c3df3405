package io.twinbus.protocol.unit;

import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.protocol.Headers;
import io.twinbus.protocol.ParsedHeaders;
import io.twinbus.protocol.Position;
import io.twinbus.protocol.Replay;
import io.twinbus.protocol.ReplayHeaders;
import io.twinbus.protocol.SequencedHeaders;
import io.twinbus.protocol.StreamId;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ReplayHeadersTest {

  private static final String BODY = "0f".repeat(32);

  @Test
  void whatIsWrittenIsRead() {
    ReplayHeaders sequenced = headers(Optional.of(new Position(new StreamId("web-1"), 7, 6)), 2);
    ReplayHeaders foreign = headers(Optional.empty(), 1);

    assertThat(SequencedHeaders.parse(sequenced.toProperties()))
        .isEqualTo(new ParsedHeaders.Replayed(sequenced));
    assertThat(SequencedHeaders.parse(foreign.toProperties()))
        .isEqualTo(new ParsedHeaders.Replayed(foreign));
  }

  @Test
  void whatIsNoReplayIsMalformedAndNeverAnotherKindOfMessage() {
    for (Map.Entry<String, Object> wrong :
        Map.<String, Object>of(
                Headers.REPLAY, 0L,
                Headers.REPLAY_BODY, "short",
                Headers.REPLAY_BY, 7,
                Headers.REPLAY_SEQ, "x",
                Headers.SENT_AT, "noon")
            .entrySet()) {
      Map<String, Object> properties =
          headers(Optional.of(new Position(new StreamId("web-1"), 7, 6)), 1).toProperties();
      properties.put(wrong.getKey(), wrong.getValue());

      assertThat(SequencedHeaders.parse(properties))
          .as(wrong.toString())
          .isInstanceOf(ParsedHeaders.Malformed.class);
    }
  }

  @Test
  void headersOfANewerBuildAreLeftToIt() {
    Map<String, Object> properties = headers(Optional.empty(), 1).toProperties();
    properties.put(Headers.SCHEMA, SequencedHeaders.SCHEMA + 1);

    assertThat(SequencedHeaders.parse(properties)).isEqualTo(new ParsedHeaders.Newer(2));
  }

  private static ReplayHeaders headers(Optional<Position> of, long ordinal) {
    return new ReplayHeaders(
        new Replay(of, ordinal, BODY, "Ann (oid-7)"), Instant.ofEpochMilli(2_000));
  }
}
