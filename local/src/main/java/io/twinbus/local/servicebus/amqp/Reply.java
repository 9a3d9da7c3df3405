package io.twinbus.local.servicebus.amqp;

import java.util.HashMap;
import java.util.Map;
import org.apache.qpid.proton.amqp.Symbol;
import org.apache.qpid.proton.amqp.messaging.AmqpValue;
import org.apache.qpid.proton.amqp.messaging.ApplicationProperties;
import org.apache.qpid.proton.message.Message;
import org.jspecify.annotations.Nullable;

/** The answer to a request: a status as in HTTP, and a map of values or an error condition. */
record Reply(
    int statusCode, String description, @Nullable Symbol error, Map<String, Object> values) {

  static Reply ok(Map<String, Object> values) {
    return new Reply(200, "OK", null, values);
  }

  static Reply ok() {
    return ok(Map.of());
  }

  static Reply noContent() {
    return new Reply(204, "No content", null, Map.of());
  }

  static Reply accepted() {
    return new Reply(202, "Accepted", null, Map.of());
  }

  static Reply failed(AmqpError error) {
    return new Reply(
        error.condition().statusCode(), error.text(), error.condition().symbol(), Map.of());
  }

  Message to(Message request) {
    Message reply = Message.Factory.create();
    reply.setCorrelationId(
        request.getCorrelationId() == null ? request.getMessageId() : request.getCorrelationId());
    Map<String, Object> properties = new HashMap<>();
    // Both spellings are in use: Java and JavaScript read one each.
    properties.put("statusCode", statusCode);
    properties.put("status-code", statusCode);
    properties.put("statusDescription", description);
    properties.put("status-description", description);
    if (error != null) {
      properties.put("errorCondition", error);
      properties.put("error-condition", error);
    }
    reply.setApplicationProperties(new ApplicationProperties(properties));
    reply.setBody(new AmqpValue(values));
    return reply;
  }
}
