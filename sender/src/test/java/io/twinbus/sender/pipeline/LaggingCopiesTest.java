package io.twinbus.sender.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.protocol.StreamId;
import io.twinbus.protocol.time.MonotonicTime;
import io.twinbus.sender.message.OutboundMessage;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** When the copies that lag behind are too many, and which goes first. */
class LaggingCopiesTest {

  private static final MonotonicTime NOW = new MonotonicTime(0);
  private static final int BYTES = MessageSize.of(OutboundMessage.of("s", "id").build());

  @Test
  void asManyAsTheBoundAreNotTooMany() {
    LaggingCopies lagging = new LaggingCopies(2, 2L * BYTES);
    PendingMessage first = add(lagging);
    add(lagging);
    assertThat(lagging.isFull()).isFalse();
    assertThat(lagging.surplus()).isNull();

    add(lagging);

    assertThat(lagging.surplus()).isEqualTo(first);
  }

  @Test
  void oneAloneMayBeLargerThanTheBytesTwoMayNot() {
    LaggingCopies lagging = new LaggingCopies(10, BYTES - 1);
    PendingMessage first = add(lagging);
    assertThat(lagging.isFull()).isFalse();

    add(lagging);

    assertThat(lagging.surplus()).isEqualTo(first);
  }

  @Test
  void whatEndedCountsNoLonger() {
    LaggingCopies lagging = new LaggingCopies(1, 10L * BYTES);
    PendingMessage first = add(lagging);
    PendingMessage second = add(lagging);

    lagging.ended(first, first.copy(0));
    lagging.ended(first, first.copy(0));

    assertThat(lagging.isFull()).isFalse();
    PendingMessage third = add(lagging);
    assertThat(lagging.surplus()).isEqualTo(second);
    lagging.sent(second);
    assertThat(lagging.surplus()).isEqualTo(third);
    lagging.returned(second, second.copy(0));
    lagging.ended(third, third.copy(0));
    add(lagging);
    assertThat(lagging.surplus()).isEqualTo(second);
  }

  @Test
  void aCopyThatCameBackAndDoesNotLagIsNotShed() {
    LaggingCopies lagging = new LaggingCopies(0, BYTES);
    PendingMessage other = message();
    lagging.returned(other, other.copy(0));
    PendingMessage lags = add(lagging);

    assertThat(lagging.surplus()).isEqualTo(lags);
  }

  private static PendingMessage add(LaggingCopies lagging) {
    PendingMessage pending = message();
    lagging.add(pending, pending.copy(0));
    return pending;
  }

  private static PendingMessage message() {
    return new SessionStream(new StreamId("stream"), false, 0, NOW)
        .append(
            new PendingMessage.Intake(
                1, OutboundMessage.of("s", "id").build(), Instant.EPOCH, NOW, 0),
            1,
            NOW);
  }
}
