package io.twinbus.sender.message;

import io.twinbus.protocol.Body;
import io.twinbus.protocol.MessageId;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The answer of a responder. Its copies are equal, and the requester gets one of them.
 *
 * <p>Immutable and thread-safe.
 *
 * @param id the message id of the reply
 * @param body the body
 * @param contentType the body's content type, if the responder named one
 * @param subject the subject, if the responder set one
 * @param properties the application properties, without those of the protocol
 */
public record Reply(
    MessageId id,
    Body body,
    Optional<String> contentType,
    Optional<String> subject,
    Map<String, Object> properties) {

  /** Copies {@code properties}. */
  public Reply {
    properties = Collections.unmodifiableMap(new LinkedHashMap<>(properties));
  }
}
