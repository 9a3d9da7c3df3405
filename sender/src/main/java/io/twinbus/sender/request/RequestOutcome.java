package io.twinbus.sender.request;

import io.twinbus.sender.SendFailedException;
import java.time.Duration;
import java.util.Optional;

/** How a request ended for its requester. */
public sealed interface RequestOutcome {

  /** The responder answered. */
  record Answered(Reply reply) implements RequestOutcome {}

  /**
   * No reply came in time. The request may still be worked on, now or later; its reply will be
   * dropped and counted.
   *
   * @param waited the timeout
   * @param sending why the request was not acknowledged, if it was not; a region may have it
   */
  record TimedOut(Duration waited, Optional<SendFailedException> sending)
      implements RequestOutcome {}

  /** No region has the request: nobody will work on it. */
  record NotSent(SendFailedException cause) implements RequestOutcome {}

  /** As many requests wait for their replies as may; this one was not sent. */
  record TooMany(int limit) implements RequestOutcome {}

  /** The client was closed before the reply came; the request may be worked on. */
  record Closed() implements RequestOutcome {}

  /** The reply, if there is one. */
  default Optional<Reply> answer() {
    return this instanceof Answered answered ? Optional.of(answered.reply()) : Optional.empty();
  }
}
