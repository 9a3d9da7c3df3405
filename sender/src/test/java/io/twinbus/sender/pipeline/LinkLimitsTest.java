package io.twinbus.sender.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.protocol.Body;
import io.twinbus.protocol.RegionName;
import io.twinbus.sender.message.OutboundMessage;
import io.twinbus.sender.settings.SenderSettings;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Up to which size a message is certain to be taken by every region. */
class LinkLimitsTest {

  private static final int LIMIT = 64 * 1024;
  private static final int SURELY_FREE = LIMIT - LIMIT / 32;
  private static final int ROOM_FOR_FIELDS = 384;

  private final RegionState east = region(0, "east");
  private final RegionState west = region(1, "west");
  private final LinkLimits limits = new LinkLimits(List.of(east, west));

  @Test
  void aMessageMayFillWhatTheSdkLeavesOfTheSmallestLimit() {
    east.limit(2 * LIMIT);
    west.limit(LIMIT);

    assertThat(limits.surelyTake(ofBytes(SURELY_FREE))).isTrue();
    assertThat(limits.surelyTake(ofBytes(SURELY_FREE + 1))).isFalse();
  }

  @ParameterizedTest
  @MethodSource("withBytesBesidesTheIds")
  void idsAndFieldsMayFillTheRoomThatTheSdkKeepsForThem(IntFunction<OutboundMessage> message) {
    int left = ROOM_FOR_FIELDS - "s".length() - "id".length();

    assertThat(limits.surelyTake(message.apply(left))).isTrue();
    assertThat(limits.surelyTake(message.apply(left + 1))).isFalse();
  }

  /** Messages whose fields take so many bytes that the SDK does not count. */
  static Stream<IntFunction<OutboundMessage>> withBytesBesidesTheIds() {
    return Stream.of(
        bytes -> bare().subject("x".repeat(bytes)).build(),
        bytes -> bare().contentType("four").subject("x".repeat(bytes - 4)).build(),
        bytes -> bare().subject("four").contentType("x".repeat(bytes - 4)).build(),
        bytes -> bare().correlationId("x".repeat(bytes)).build(),
        bytes ->
            bare().replyTo("answers", "x".repeat(100)).subject("x".repeat(bytes - 107)).build(),
        // The SDK counts two of the three bytes of each of these characters.
        bytes -> bare().property("語".repeat(bytes), 7).build(),
        bytes -> bare().property("key", "語".repeat(bytes)).build(),
        bytes -> bare().property("語語", "語".repeat(bytes - 2)).build());
  }

  @ParameterizedTest
  @MethodSource("withLongIds")
  void aLongIdTakesTheRoomOfItsHashAndOfWhatTheSdkDoesNotCountOfTheOriginal(
      OutboundMessage.Builder message, int bytes) {
    int left = ROOM_FOR_FIELDS - bytes;

    assertThat(limits.surelyTake(message.subject("x".repeat(left)).build())).isTrue();
    assertThat(limits.surelyTake(message.subject("x".repeat(left + 1)).build())).isFalse();
  }

  static Stream<Arguments> withLongIds() {
    String id = "語".repeat(150);
    OutboundMessage.Builder longSession = OutboundMessage.of(id, "id");
    OutboundMessage.Builder longId = OutboundMessage.of("s", id);
    return Stream.of(
        Arguments.of(longSession, longSession.build().session().wire().length() + 2 + 150),
        Arguments.of(longId, longId.build().id().wire().length() + 1 + 150));
  }

  private static OutboundMessage.Builder bare() {
    return OutboundMessage.of("s", "id");
  }

  private static OutboundMessage ofBytes(int bytes) {
    int body = bytes - MessageSize.of(bare().build());
    return bare().body(Body.wrap(new byte[body])).build();
  }

  private static RegionState region(int index, String name) {
    return new RegionState(index, new RegionName(name), SenderSettings.builder().build());
  }
}
