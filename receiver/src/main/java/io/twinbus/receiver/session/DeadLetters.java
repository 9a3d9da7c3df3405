package io.twinbus.receiver.session;

import io.twinbus.receiver.HandlerOutcome;
import io.twinbus.receiver.broker.Settlement;

/** The dead letters that a worker makes of messages whose handler it does not call. */
final class DeadLetters {

  static final HandlerOutcome.DeadLetter BEYOND_RETENTION =
      new HandlerOutcome.DeadLetter(
          "BeyondRetention",
          "The message was sent longer ago than the ledger remembers its session.");

  static final HandlerOutcome.DeadLetter EXPIRED =
      new HandlerOutcome.DeadLetter(
          "TTLExpiredException", "The message expired and was dead lettered.");

  static final Settlement NAMELESS =
      new Settlement.DeadLetter(
          "NoMessageId",
          "The message has neither Twinbus headers nor a message id: its copy in another region"
              + " could not be told from another message.");

  private DeadLetters() {}

  static Settlement malformed(String why) {
    return new Settlement.DeadLetter("NotSequenced", why);
  }
}
