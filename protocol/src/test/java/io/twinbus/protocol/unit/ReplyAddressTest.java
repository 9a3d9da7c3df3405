package io.twinbus.protocol.unit;

import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.protocol.MessageId;
import io.twinbus.protocol.ReplyAddress;
import io.twinbus.protocol.SessionId;
import org.junit.jupiter.api.Test;

class ReplyAddressTest {

  @Test
  void aReplyNamesTheRequestThatItAnswers() {
    ReplyAddress address = to(new MessageId("quote-7"));

    assertThat(address.correlationId()).isEqualTo("quote-7");
    assertThat(address.reply()).isEqualTo(new MessageId("reply-quote-7"));
  }

  @Test
  void aLongRequestIsNamedAsItTravels() {
    MessageId request = new MessageId("x".repeat(1_024));

    assertThat(to(request).correlationId()).isEqualTo(request.wire());
    assertThat(to(request).reply().value()).isEqualTo("reply-" + request.wire());
  }

  private static ReplyAddress to(MessageId request) {
    return new ReplyAddress("replies", new SessionId("shop-1"), request);
  }
}
