package io.twinbus.sender.request;

import io.twinbus.protocol.ReplyAddress;
import io.twinbus.sender.Sender;
import io.twinbus.sender.message.InvalidMessageException;
import io.twinbus.sender.message.OutboundMessage;
import io.twinbus.sender.message.Receipt;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;

/**
 * Sends the replies of a responder to the requester's session, in all regions.
 *
 * <p>The reply's id is derived from the request's id. So a handler that runs again sends the same
 * reply, and the requester takes one of them. A handler should complete its message when the future
 * of the reply has completed. Thread-safe.
 */
public final class ReplySender {

  private final Sender sender;
  private final String queue;

  /**
   * Sends replies with {@code sender}, which writes to {@code queue}. Give that sender a standby
   * delay of 0: otherwise a requester that cannot reach the home region gets its reply after the
   * delay.
   */
  public ReplySender(Sender sender, String queue) {
    this.sender = sender;
    this.queue = queue;
  }

  /** Begins the reply to {@code address}: session, id and correlation id are set. */
  public static OutboundMessage.Builder to(ReplyAddress address) {
    return OutboundMessage.of(address.session(), address.reply())
        .correlationId(address.correlationId());
  }

  /**
   * Sends a reply that {@code content} completes, and returns its receipt as {@link Sender#send}
   * does.
   *
   * @throws InvalidMessageException when the requester expects its replies on another queue
   */
  public CompletableFuture<Receipt> send(
      ReplyAddress address, UnaryOperator<OutboundMessage.Builder> content) {
    if (!address.entity().equalsIgnoreCase(queue)) {
      throw new InvalidMessageException(
          ("Request '%s' expects its reply on '%s', but this sender writes to '%s': reply with a sender"
                  + " to that queue.")
              .formatted(address.request(), address.entity(), queue));
    }
    return sender.send(content.apply(to(address)).build());
  }
}
