package io.twinbus.protocol;

/**
 * Where the reply to a request goes, and what it answers.
 *
 * <p>A reply carries the request's id as its correlation id. Immutable and thread-safe.
 *
 * @param entity the queue that takes replies, called alike in every region
 * @param session the requester's own session in it
 * @param request the request's message id
 */
public record ReplyAddress(String entity, SessionId session, MessageId request) {

  /** The correlation id of the reply: the request's id as Service Bus carries it. */
  public String correlationId() {
    return request.wire();
  }

  /**
   * The id of the reply: the same for every run of the handler, so that a second one is dropped.
   */
  public MessageId reply() {
    return new MessageId("reply-" + request.wire());
  }
}
