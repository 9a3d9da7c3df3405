package io.twinbus.sender.pipeline;

import io.twinbus.protocol.RegionName;
import io.twinbus.sender.journal.JournalRecord;
import io.twinbus.sender.journal.LogPosition;
import io.twinbus.sender.message.DeliveryStatus;
import io.twinbus.sender.message.SendFailedException;
import io.twinbus.sender.statistics.BreakerState;
import java.util.List;
import java.util.Optional;

/** An action that the lanes decided on; the threads around them carry it out. */
public sealed interface Effect {

  /** Send these messages to the region as one atomic batch, and report its outcome once. */
  record SendBatch(BatchId batch, List<WireMessage> messages) implements Effect {}

  /** The message is acknowledged, as {@code twinbus.sender.acknowledge} demands. */
  record Acknowledged(long ticket, DeliveryStatus delivery) implements Effect {}

  /** The message is not, and will not be, acknowledged. */
  record Failed(long ticket, DeliveryStatus delivery) implements Effect {}

  /** Every copy of an acknowledged message has ended. */
  record Ended(long ticket, DeliveryStatus delivery) implements Effect {}

  /** The message was not taken in; {@code why} gives the reason as a clause. */
  record Rejected(long ticket, SendFailedException.Kind kind, String why) implements Effect {}

  /** A number is abandoned; a {@code refusal} says why it is not. */
  record AbandonAnswered(long ticket, Optional<String> refusal) implements Effect {}

  /**
   * Every region refuses a message that the journal has acknowledged. It is the first effect about
   * that failure. A restart may repeat it, so that it is reported at least once.
   */
  record Undeliverable(long ticket, DeliveryStatus delivery) implements Effect {}

  /** The message leaves the window, because a region has it or it failed; only with a journal. */
  record Settled(long ticket) implements Effect {}

  /**
   * Append this record to the journal, after all earlier ones. {@link Event.Written} answers where
   * {@link JournalRecord#isAwaited}.
   *
   * @param number the number of the append, from 1
   */
  record Append(long number, JournalRecord record) implements Effect {}

  /** Begin the journal's next segment with these records, after all earlier appends. */
  record RollSegment(long segment, List<JournalRecord> start) implements Effect {}

  /** Delete these segments when all earlier appends are durable. */
  record DropSegments(List<Long> segments) implements Effect {}

  /**
   * Read messages from the journal for a region that is behind; {@link Event.Recalled} answers.
   *
   * @param messages how many suffice
   * @param bytes how many bytes of the journal suffice, where there are fewer messages
   */
  record Recall(RegionName region, LogPosition from, int messages, long bytes) implements Effect {}

  /** A region's breaker changed its state; {@code problem} says why it opened. */
  record BreakerMoved(RegionName region, BreakerState state, Problem problem) implements Effect {}
}
