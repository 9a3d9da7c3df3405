package io.twinbus.sender.servicebus;

import com.azure.core.util.BinaryData;
import com.azure.messaging.servicebus.ServiceBusMessage;
import io.twinbus.protocol.Headers;
import io.twinbus.sender.message.OutboundMessage;
import io.twinbus.sender.pipeline.WireMessage;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Map;

/** Converts messages of the core to messages of the SDK. */
final class WireMessages {

  private WireMessages() {}

  static ServiceBusMessage toSdk(WireMessage wire) {
    OutboundMessage message = wire.message();
    ServiceBusMessage sdk =
        new ServiceBusMessage(BinaryData.fromBytes(message.body().shared()))
            .setSessionId(message.session().wire())
            .setMessageId(message.id().wire());
    message.contentType().ifPresent(sdk::setContentType);
    message.subject().ifPresent(sdk::setSubject);
    message.correlationId().ifPresent(sdk::setCorrelationId);
    message.replyTo().ifPresent(sdk::setReplyTo);
    message.replyToSession().ifPresent(sdk::setReplyToSessionId);
    Map<String, Object> properties = sdk.getApplicationProperties();
    properties.putAll(message.properties());
    properties.putAll(wire.headers().toProperties());
    if (message.session().isHashed()) {
      properties.put(Headers.SESSION, message.session().value());
    }
    if (message.id().isHashed()) {
      properties.put(Headers.MESSAGE, message.id().value());
    }
    Instant scheduledAt = wire.scheduledAt();
    if (scheduledAt != null) {
      sdk.setScheduledEnqueueTime(scheduledAt.atOffset(ZoneOffset.UTC));
    }
    Duration timeToLive = wire.brokerTimeToLive();
    if (timeToLive != null) {
      sdk.setTimeToLive(timeToLive);
    }
    return sdk;
  }
}
