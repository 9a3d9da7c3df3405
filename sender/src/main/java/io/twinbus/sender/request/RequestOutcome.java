package io.twinbus.sender.request;

import io.twinbus.sender.message.Reply;
import io.twinbus.sender.message.SendFailedException;
import java.time.Duration;
import java.util.Optional;

/** The outcome of a request for its requester. */
public sealed interface RequestOutcome {

  /** The responder answered. */
  record Answered(Reply reply) implements RequestOutcome {}

  /**
   * No reply came in time. A responder may still work on the request; the client drops and counts
   * its reply.
   *
   * @param waited the timeout
   * @param sending why the request was not acknowledged, if it was not; a region may have it
   */
  record TimedOut(Duration waited, Optional<SendFailedException> sending)
      implements RequestOutcome {}

  /** No region has the request, so no responder works on it. */
  record NotSent(SendFailedException cause) implements RequestOutcome {}

  /** The most requests wait for replies already; this one was not sent. */
  record TooMany(int limit) implements RequestOutcome {}

  /** The client was closed before the reply came; a responder may work on the request. */
  record Closed() implements RequestOutcome {}

  /** The reply, if there is one. */
  default Optional<Reply> answer() {
    return this instanceof Answered answered ? Optional.of(answered.reply()) : Optional.empty();
  }
}
