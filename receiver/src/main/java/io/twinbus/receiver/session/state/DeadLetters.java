package io.twinbus.receiver.session.state;

import io.twinbus.protocol.Replay;
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

  /** Of a replay that {@code other} has sent, too, with another body. */
  public static Settlement otherBody(Replay other) {
    return new Settlement.DeadLetter(
        "ReplayedWithAnotherBody",
        "%s has sent this dead letter again, too, and with another body: that one counts."
            .formatted(other.by()));
  }

  public static Settlement malformed(String why) {
    return new Settlement.DeadLetter("NotSequenced", why);
  }
}
