package io.twinbus.sender.pipeline;

import io.twinbus.protocol.RegionName;
import io.twinbus.sender.BreakerState;
import io.twinbus.sender.Delivery;
import io.twinbus.sender.SendFailedException;
import io.twinbus.sender.journal.JournalRecord;
import io.twinbus.sender.journal.Place;
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

  /**
   * Every region refuses a message that the journal has acknowledged. Said before anything else
   * about it, and perhaps again after a restart, so that it is said at least once.
   */
  record Undeliverable(long ticket, Delivery delivery) implements Effect {}

  /** The message leaves the window: a region has it, or it failed; only with a journal. */
  record Settled(long ticket) implements Effect {}

  /**
   * Write this to the journal, behind all before it; {@link Event.Written} tells of what somebody
   * waits for.
   *
   * @param number counts the appends of these lanes, from 1
   */
  record Append(long number, JournalRecord entry) implements Effect {}

  /** Begin the journal's next segment with these records, behind all before it. */
  record RollSegment(long segment, List<JournalRecord> start) implements Effect {}

  /** Delete these segments once all before it is durable. */
  record DropSegments(List<Long> segments) implements Effect {}

  /** Read messages from the journal for a region that is behind; answer with {@link Event}. */
  record Recall(RegionName region, Place from, int messages) implements Effect {}

  /** A region's breaker moved; {@code problem} says why, where it opened. */
  record BreakerMoved(RegionName region, BreakerState state, Problem problem) implements Effect {}
}
