package io.twinbus.local.servicebus.amqp.encoding;

import io.twinbus.local.servicebus.rules.ChangedProperties;
import io.twinbus.local.servicebus.rules.SystemProperty;
import java.util.HashMap;
import java.util.Map;
import org.apache.qpid.proton.amqp.Symbol;
import org.apache.qpid.proton.amqp.messaging.ApplicationProperties;
import org.apache.qpid.proton.amqp.messaging.Properties;
import org.jspecify.annotations.Nullable;

/** Writes a message anew with other properties; its body and footer stay byte for byte. */
final class PropertyRewriter {
  private final Codec codec;

  PropertyRewriter(Codec codec) {
    this.codec = codec;
  }

  /** The bytes of the bare message with the changes. */
  byte[] rewritten(BareMessage message, ChangedProperties changes)
      throws MalformedMessageException {
    byte[] bare = message.bytes();
    Properties properties = new Properties();
    Map<String, Object> application = new HashMap<>();
    for (Sections.Section section : Sections.of(bare)) {
      if (section.code() == Sections.PROPERTIES) {
        properties = (Properties) codec.read(bare, section);
      } else if (section.code() == Sections.APPLICATION_PROPERTIES) {
        Map<String, Object> sent = ((ApplicationProperties) codec.read(bare, section)).getValue();
        application.putAll(sent == null ? Map.of() : sent);
      }
    }
    apply(changes, properties);
    apply(changes, application);
    Properties all = properties;
    int rest = message.afterApplicationProperties();
    return codec
        .write(
            (encoder, out) -> {
              encoder.writeObject(all);
              if (!application.isEmpty()) {
                encoder.writeObject(new ApplicationProperties(application));
              }
              out.put(bare, rest, bare.length - rest);
            })
        .copy();
  }

  private static void apply(ChangedProperties changes, Map<String, Object> application) {
    changes
        .changedUser()
        .forEach(
            (name, value) -> {
              application.keySet().removeIf(name::equalsIgnoreCase);
              value.ifPresent(present -> application.put(name, present));
            });
  }

  private static void apply(ChangedProperties changes, Properties properties) {
    changes
        .changedSystem()
        .forEach((property, value) -> set(properties, property, value.orElse(null)));
  }

  private static void set(Properties properties, SystemProperty property, @Nullable String value) {
    switch (property) {
      case MESSAGE_ID -> properties.setMessageId(value);
      case CORRELATION_ID -> properties.setCorrelationId(value);
      case TO -> properties.setTo(value);
      case REPLY_TO -> properties.setReplyTo(value);
      case LABEL -> properties.setSubject(value);
      case SESSION_ID -> properties.setGroupId(value);
      case REPLY_TO_SESSION_ID -> properties.setReplyToGroupId(value);
      case CONTENT_TYPE -> properties.setContentType(Symbol.valueOf(value));
    }
  }
}
