package io.twinbus.sender.request;

import io.twinbus.protocol.ReplyAddress;
import io.twinbus.sender.InvalidMessageException;
import io.twinbus.sender.OutboundMessage;
import io.twinbus.sender.Receipt;
import io.twinbus.sender.Sender;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;

/**
 * A responder's way to answer: a reply to the requester's session, in all regions.
 *
 * <p>The reply's id follows from the request's, so that a handler that runs again sends the same
 * reply, and the requester takes one. A handler answers its message as done once the reply's future
 * has completed. Thread-safe.
 */
public final class Replies {

  private final Sender sender;
  private final String queue;

  /**
   * Replies on {@code queue}, to which {@code sender} writes. Its standby delay is best 0: with one
   * a requester who cannot reach the home region gets its reply after that delay.
   */
  public Replies(Sender sender, String queue) {
    this.sender = sender;
    this.queue = queue;
  }

  /** Begins the reply to {@code address}: session, id and correlation id are set. */
  public static OutboundMessage.Builder to(ReplyAddress address) {
    return OutboundMessage.of(address.session(), address.reply())
        .correlationId(address.correlationId());
  }

  /**
   * Sends a reply, with what {@code content} adds to it, and answers as {@link Sender#send}.
   *
   * @throws InvalidMessageException when the requester wants its replies on another queue
   */
  public CompletableFuture<Receipt> send(
      ReplyAddress address, UnaryOperator<OutboundMessage.Builder> content) {
    if (!address.entity().equalsIgnoreCase(queue)) {
      throw new InvalidMessageException(
          "Request '%s' wants its reply on '%s', and this sender writes to '%s'."
              .formatted(address.request(), address.entity(), queue));
    }
    return sender.send(content.apply(to(address)).build());
  }
}
