package io.twinbus.receiver.session.state;

import io.twinbus.receiver.HandlerOutcome;
import io.twinbus.receiver.broker.Settlement;

/** The dead letters that a worker makes of messages whose handler it does not call. */
public final class DeadLetters {

  public static final HandlerOutcome.DeadLetter BEYOND_RETENTION =
      new HandlerOutcome.DeadLetter(
          "BeyondRetention",
          "The message was sent longer ago than the ledger remembers its session.");

  public static final HandlerOutcome.DeadLetter EXPIRED =
      new HandlerOutcome.DeadLetter(
          "TTLExpiredException", "The message expired and was dead lettered.");

  public static final Settlement NAMELESS =
      new Settlement.DeadLetter(
          "NoMessageId",
          "The message has neither Twinbus headers nor a message id: its copy in another region"
              + " could not be told from another message.");

  private DeadLetters() {}

  public static Settlement malformed(String why) {
    return new Settlement.DeadLetter("NotSequenced", why);
  }
}
