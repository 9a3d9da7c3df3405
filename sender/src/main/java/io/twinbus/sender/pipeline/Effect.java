package io.twinbus.sender.pipeline;

import io.twinbus.protocol.RegionName;
import io.twinbus.sender.BreakerState;
import io.twinbus.sender.Delivery;
import io.twinbus.sender.SendFailedException;
import java.util.List;
import java.util.Optional;

/** What the shell has to carry out. */
public sealed interface Effect {

  /** Send these messages to the region as one atomic batch, and report its outcome once. */
  record SendBatch(BatchId batch, List<WireMessage> messages) implements Effect {}

  /** As many regions as were asked for have the message. */
  record Acknowledged(long ticket, Delivery delivery) implements Effect {}

  /** The message is not, and will not be, acknowledged. */
  record Failed(long ticket, Delivery delivery) implements Effect {}

  /** No copy of an acknowledged message is pending any more. */
  record Ended(long ticket, Delivery delivery) implements Effect {}

  /** The message was not taken in: its explicit number contradicts what is known, as said. */
  record Rejected(long ticket, SendFailedException.Kind kind, String why) implements Effect {}

  /** The number holds its stream back no longer; {@code refusal} says why not, where it does. */
  record AbandonAnswered(long ticket, Optional<String> refusal) implements Effect {}

  /** A region's breaker moved; {@code problem} says why, where it opened. */
  record BreakerMoved(RegionName region, BreakerState state, Problem problem) implements Effect {}
}
