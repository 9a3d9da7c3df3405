package io.twinbus.sender.unit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twinbus.protocol.InvalidNameException;
import io.twinbus.sender.message.InvalidMessageException;
import io.twinbus.sender.message.OutboundMessage;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class OutboundMessageTest {

  @Test
  void refusesPropertiesWithTheProtocolsPrefix() {
    OutboundMessage.Builder message = OutboundMessage.of("s", "1");

    assertThatThrownBy(() -> message.property("tb-seq", 7L))
        .isInstanceOf(InvalidMessageException.class)
        .hasMessageContaining("tb-");
  }

  @Test
  void refusesPropertiesThatTheWireDoesNotCarry() {
    OutboundMessage.Builder message = OutboundMessage.of("s", "1");

    assertThatThrownBy(() -> message.property("list", List.of("a")))
        .isInstanceOf(InvalidMessageException.class)
        .hasMessageContaining("list");
  }

  @Test
  void refusesATimeToLiveThatIsOver() {
    OutboundMessage.Builder message = OutboundMessage.of("s", "1");

    assertThatThrownBy(() -> message.timeToLive(Duration.ZERO))
        .isInstanceOf(InvalidMessageException.class);
  }

  @Test
  void refusesEmptyAndOverlongIds() {
    assertThatThrownBy(() -> OutboundMessage.of("", "1")).isInstanceOf(InvalidNameException.class);
    assertThatThrownBy(() -> OutboundMessage.of("s", "i".repeat(2000)))
        .isInstanceOf(InvalidNameException.class);
  }

  @Test
  void doesNotChangeWithItsBuilder() {
    OutboundMessage.Builder builder = OutboundMessage.of("s", "1").property("a", 1);
    OutboundMessage message = builder.build();

    builder.property("b", 2);

    assertThat(message.properties()).containsOnlyKeys("a");
  }

  @Test
  void isRebuiltWithEverythingItHas() {
    OutboundMessage message =
        OutboundMessage.of("s", "1")
            .body("b")
            .contentType("text/plain")
            .subject("subject")
            .correlationId("c")
            .replyTo("replies", "me")
            .timeToLive(Duration.ofMinutes(1))
            .property("p", 1)
            .build();

    OutboundMessage copy = message.toBuilder().property("q", 2).build();

    assertThat(copy).usingRecursiveComparison().ignoringFields("properties").isEqualTo(message);
    assertThat(copy.properties()).containsEntry("p", 1).containsEntry("q", 2);
  }
}
