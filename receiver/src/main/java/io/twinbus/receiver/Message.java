package io.twinbus.receiver;

import io.twinbus.protocol.Body;
import io.twinbus.protocol.MessageId;
import io.twinbus.protocol.ReplyAddress;
import io.twinbus.protocol.SessionId;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A message as the handler gets it; both copies look alike.
 *
 * <p>Immutable and thread-safe.
 *
 * @param session the session, in its original form
 * @param id the message id, in its original form
 * @param body the body
 * @param properties the application properties, without those of the protocol
 * @param envelope content type and the like
 */
public record Message(
    SessionId session, MessageId id, Body body, Map<String, Object> properties, Envelope envelope) {

  /**
   * The standard fields around the body; each null when the sender left it out.
   *
   * @param contentType the body's media type
   * @param subject what the message is about; the CloudEvents type of a call over HTTP
   * @param correlationId the id of what the message belongs to
   * @param replyTo the entity that takes a reply
   * @param replyToSession the session that takes a reply
   * @param sentAt when it was sent, by its sender's clock; of a foreign message, when this region's
   *     broker took it
   */
  public record Envelope(
      @Nullable String contentType,
      @Nullable String subject,
      @Nullable String correlationId,
      @Nullable String replyTo,
      @Nullable String replyToSession,
      @Nullable Instant sentAt) {

    /** An envelope of a message that asks for no reply. */
    public Envelope(
        @Nullable String contentType, @Nullable String subject, @Nullable String correlationId) {
      this(contentType, subject, correlationId, null, null, null);
    }
  }

  /** Copies {@code properties}. */
  public Message {
    properties = Collections.unmodifiableMap(new LinkedHashMap<>(properties));
  }

  /** Where a reply to this message goes; empty: its sender waits for none. */
  public Optional<ReplyAddress> replyAddress() {
    String entity = envelope.replyTo();
    String replySession = envelope.replyToSession();
    if (entity == null || replySession == null || replySession.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(new ReplyAddress(entity, new SessionId(replySession), id));
  }
}
