package io.twinbus.sender.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.sender.message.OutboundMessage;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What a message counts in a batch. */
class MessageSizeTest {

  private static final int FIXED = 512;

  @Test
  void aBareMessageCountsItsIdsItsBodyAndAFixedPart() {
    assertThat(MessageSize.of(bare().build())).isEqualTo(FIXED + 7 + 5 + 3);
  }

  @ParameterizedTest
  @MethodSource("fields")
  void eachFieldCountsItsBytes(UnaryOperator<OutboundMessage.Builder> field, int bytes) {
    int without = MessageSize.of(bare().build());

    assertThat(MessageSize.of(field.apply(bare()).build()) - without).isEqualTo(bytes);
  }

  static Stream<Arguments> fields() {
    return Stream.of(
        field(message -> message.contentType("text"), 4),
        field(message -> message.subject("four4"), 5),
        field(message -> message.correlationId("six666"), 6),
        field(message -> message.replyTo("answers", "s8"), 7 + 2),
        field(message -> message.property("key", "value"), 24 + 3 + 5),
        field(message -> message.property("number", 7), 24 + 6),
        field(message -> message.property("a", "b").property("c", "d"), 2 * (24 + 1 + 1)));
  }

  @ParameterizedTest
  @CsvSource({"'\u007f', 1", "'\u0080', 2", "'\u07ff', 2", "'\u0800', 3", "'a\u00e4\u8a9e', 6"})
  void textCountsAsManyBytesAsUtf8Takes(String text, int bytes) {
    assertThat(MessageSize.utf8(text)).isEqualTo(bytes);
  }

  private static OutboundMessage.Builder bare() {
    return OutboundMessage.of("session", "id-22").body("abc");
  }

  private static Arguments field(UnaryOperator<OutboundMessage.Builder> field, int bytes) {
    return Arguments.of(field, bytes);
  }
}
