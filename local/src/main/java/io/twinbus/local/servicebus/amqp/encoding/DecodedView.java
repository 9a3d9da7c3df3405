package io.twinbus.local.servicebus.amqp.encoding;

import io.twinbus.local.servicebus.rules.FilterView;
import io.twinbus.local.servicebus.rules.SystemProperty;
import java.util.Map;
import java.util.UUID;
import java.util.function.Supplier;
import org.apache.qpid.proton.amqp.messaging.ApplicationProperties;
import org.apache.qpid.proton.amqp.messaging.Properties;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A message as filters see it: its sections are decoded when the first filter asks. */
final class DecodedView implements FilterView {
  private static final Logger LOG = LoggerFactory.getLogger(DecodedView.class);

  private final byte[] bare;
  private final Codec codec;
  private final Supplier<UUID> ids;
  private boolean decoded;
  private Properties properties = new Properties();
  private Map<String, Object> application = Map.of();

  DecodedView(byte[] bare, Codec codec, Supplier<UUID> ids) {
    this.bare = bare;
    this.codec = codec;
    this.ids = ids;
  }

  @Override
  public @Nullable String system(SystemProperty property) {
    decode();
    Object value =
        switch (property) {
          case MESSAGE_ID -> properties.getMessageId();
          case CORRELATION_ID -> properties.getCorrelationId();
          case TO -> properties.getTo();
          case REPLY_TO -> properties.getReplyTo();
          case LABEL -> properties.getSubject();
          case SESSION_ID -> properties.getGroupId();
          case REPLY_TO_SESSION_ID -> properties.getReplyToGroupId();
          case CONTENT_TYPE -> properties.getContentType();
        };
    return value == null ? null : value.toString();
  }

  @Override
  public @Nullable Object user(String name) {
    decode();
    Object exact = application.get(name);
    if (exact != null) {
      return exact;
    }
    return application.entrySet().stream()
        .filter(each -> each.getKey().equalsIgnoreCase(name) && each.getValue() != null)
        .map(Map.Entry::getValue)
        .findFirst()
        .orElse(null);
  }

  @Override
  public UUID newId() {
    return ids.get();
  }

  private void decode() {
    if (decoded) {
      return;
    }
    decoded = true;
    try {
      for (Sections.Section section : Sections.of(bare)) {
        if (section.code() == Sections.PROPERTIES) {
          properties = (Properties) codec.read(bare, section);
        } else if (section.code() == Sections.APPLICATION_PROPERTIES) {
          Map<String, Object> value =
              ((ApplicationProperties) codec.read(bare, section)).getValue();
          application = value == null ? Map.of() : value;
        }
      }
    } catch (MalformedMessageException e) {
      LOG.warn("A message's properties cannot be read; no filter that asks for them matches.", e);
    }
  }
}
