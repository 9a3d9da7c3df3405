package io.twinbus.protocol.unit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twinbus.protocol.Headers;
import io.twinbus.protocol.ParsedHeaders;
import io.twinbus.protocol.Position;
import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.SequencedHeaders;
import io.twinbus.protocol.StreamId;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SequencedHeadersTest {

  private static final SequencedHeaders HEADERS =
      new SequencedHeaders(
          new Position(new StreamId("s-1"), 7, 5),
          Instant.ofEpochMilli(1_000),
          new RegionName("east"),
          Instant.ofEpochMilli(2_000),
          Instant.ofEpochMilli(3_000));

  @Test
  void whatIsWrittenIsRead() {
    assertThat(SequencedHeaders.parse(HEADERS.toProperties()))
        .isEqualTo(new ParsedHeaders.Sequenced(HEADERS));
  }

  @Test
  void aMessageWithoutOurHeadersIsForeign() {
    assertThat(SequencedHeaders.parse(Map.of("colour", "green")))
        .isEqualTo(new ParsedHeaders.Foreign());
  }

  @Test
  void aMissingHeaderIsNamed() {
    Map<String, Object> properties = HEADERS.toProperties();
    properties.remove(Headers.PREV);

    assertThat(SequencedHeaders.parse(properties))
        .isEqualTo(new ParsedHeaders.Malformed("The header tb-prev is missing or no number."));
  }

  @Test
  void headersOfANewerBuildAreLeftToIt() {
    Map<String, Object> properties = HEADERS.toProperties();
    properties.put(Headers.SCHEMA, SequencedHeaders.SCHEMA + 1);

    assertThat(SequencedHeaders.parse(properties))
        .isEqualTo(new ParsedHeaders.Newer(SequencedHeaders.SCHEMA + 1));
  }

  @Test
  void aPositionNeedsItsPredecessorBeforeIt() {
    assertThatThrownBy(() -> new Position(new StreamId("s"), 5, 5))
        .isInstanceOf(IllegalArgumentException.class);
    assertThat(HEADERS.position().passesOver()).isTrue();
    assertThat(new Position(new StreamId("s"), 1, 0).passesOver()).isFalse();
    assertThat(new Position(new StreamId("s"), 9, 8).passesOver()).isFalse();
  }

  @Test
  void aMessageThatMayRunLaterIsTooEarlyUntilThen() {
    Instant then = Instant.ofEpochMilli(2_500);
    SequencedHeaders later =
        new SequencedHeaders(
            HEADERS.position(), null, HEADERS.home(), HEADERS.sentAt(), null, then);

    assertThat(later.isTooEarly(then.minusMillis(1))).isTrue();
    assertThat(later.isTooEarly(then)).isFalse();
    assertThat(HEADERS.isTooEarly(Instant.EPOCH)).isFalse();
  }

  @Test
  void aStreamThatTheApplicationNumbersIsReadAsSuch() {
    SequencedHeaders explicit = HEADERS.ofExplicit();

    assertThat(explicit.explicit()).isTrue();
    assertThat(explicit)
        .isNotEqualTo(HEADERS)
        .usingRecursiveComparison()
        .ignoringFields("explicit")
        .isEqualTo(HEADERS);
    assertThat(SequencedHeaders.parse(explicit.toProperties()))
        .isEqualTo(new ParsedHeaders.Sequenced(explicit));
  }
}
