package io.twinbus.local.servicebus.amqp.encoding;

import io.twinbus.local.servicebus.broker.admission.MessageContent;
import io.twinbus.local.servicebus.rules.ChangedProperties;
import io.twinbus.local.servicebus.rules.FilterView;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.Map;
import org.apache.qpid.proton.amqp.Symbol;
import org.apache.qpid.proton.amqp.messaging.Header;
import org.jspecify.annotations.Nullable;

/**
 * A producer's message, kept as the bytes it came in.
 *
 * @param bare the part that is passed on as it is
 * @param header the header section as sent, or null
 * @param annotations the message annotations as sent, or empty
 * @param messageId the message id in words
 * @param sessionId the group id, or null
 * @param parser reads what filters ask for, and writes what actions change
 */
public record EncodedMessage(
    BareMessage bare,
    @Nullable Header header,
    Map<Symbol, Object> annotations,
    String messageId,
    @Nullable String sessionId,
    MessageParser parser)
    implements MessageContent {

  @Override
  public @Nullable Duration timeToLive() {
    return header == null || header.getTtl() == null
        ? null
        : Duration.ofMillis(header.getTtl().longValue());
  }

  @Override
  public @Nullable Instant scheduledEnqueueTime() {
    return annotations.get(Names.SCHEDULED_ENQUEUE_TIME) instanceof Date at ? at.toInstant() : null;
  }

  @Override
  public FilterView view() {
    return parser.view(bare);
  }

  @Override
  public MessageContent with(ChangedProperties changes) {
    return parser.changed(this, changes);
  }

  @Override
  public int sizeBytes() {
    return bare.bytes().length;
  }
}
