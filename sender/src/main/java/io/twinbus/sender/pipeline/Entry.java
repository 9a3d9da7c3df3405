package io.twinbus.sender.pipeline;

import io.twinbus.protocol.Position;
import io.twinbus.protocol.time.MonotonicTime;
import io.twinbus.sender.OutboundMessage;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One message in a lane: its place in its stream, and its copies. Compared by identity. */
final class Entry {

  /** What the lane knows when the message comes in. */
  record Intake(
      long ticket, OutboundMessage message, Instant sentAt, MonotonicTime deadline, int lane) {}

  private final Intake intake;
  private final SessionStream stream;
  private final long seq;
  private final int bytes;
  private final Copy[] copies;
  private final List<Long> tickets = new ArrayList<>(1);
  private boolean acknowledged;
  private long index;
  private boolean durable = true;
  private int holds;

  /** The nearest earlier message of the stream that is unsettled; null when there is none. */
  @Nullable Entry predecessor;

  /** The nearest later message of the stream whose predecessor this is. */
  @Nullable Entry successor;

  /** The last accepted message of the stream, as long as {@link #predecessor} is null. */
  Accepted lastAccepted;

  /** A message of the stream that a region accepted; seq 0: none. */
  record Accepted(long seq, @Nullable Instant sentAt) {
    static final Accepted NONE = new Accepted(0, null);
  }

  Entry(Intake intake, SessionStream stream, long seq, int regions) {
    this.intake = intake;
    this.stream = stream;
    this.seq = seq;
    this.bytes = MessageSize.of(intake.message());
    this.tickets.add(intake.ticket());
    this.lastAccepted = Accepted.NONE;
    this.copies = new Copy[regions];
    for (int i = 0; i < regions; i++) {
      copies[i] = new Copy();
    }
  }

  /** Who waits for it; more than one when an explicit number was sent again meanwhile. */
  List<Long> tickets() {
    return tickets;
  }

  /** Somebody else waits for it. */
  void join(long ticket) {
    tickets.add(ticket);
  }

  OutboundMessage message() {
    return intake.message();
  }

  Instant sentAt() {
    return intake.sentAt();
  }

  MonotonicTime deadline() {
    return intake.deadline();
  }

  int lane() {
    return intake.lane();
  }

  SessionStream stream() {
    return stream;
  }

  long seq() {
    return seq;
  }

  int bytes() {
    return bytes;
  }

  int home() {
    return stream.home();
  }

  Copy copy(int region) {
    return copies[region];
  }

  /** The message's number in the journal; 0: it is not in one. */
  long index() {
    return index;
  }

  /**
   * The message has a place in the journal, and stands there already or must wait until it does.
   */
  void inJournal(long number, boolean written) {
    index = number;
    durable = written;
  }

  /** Whether it may be sent: the journal, where there is one, has it. */
  boolean isDurable() {
    return durable;
  }

  void written() {
    durable = true;
  }

  /** Whether a message that it passes over is not noted in the journal yet. */
  boolean isHeld() {
    return holds > 0;
  }

  void hold() {
    holds++;
  }

  void letGo() {
    holds--;
  }

  boolean isAcknowledged() {
    return acknowledged;
  }

  void acknowledge() {
    acknowledged = true;
  }

  boolean isPendingAnywhere() {
    for (Copy copy : copies) {
      if (copy.isPending()) {
        return true;
      }
    }
    return false;
  }

  boolean isKeptAnywhere() {
    for (Copy copy : copies) {
      if (copy.isKept()) {
        return true;
      }
    }
    return false;
  }

  boolean isExplicit() {
    return stream.numbers() != null;
  }

  int acceptedCount() {
    int count = 0;
    for (Copy copy : copies) {
      count += copy.isAccepted() ? 1 : 0;
    }
    return count;
  }

  /** What {@code tb-prev} and {@code tb-prev-at} say of this message as things stand. */
  Accepted previous() {
    Entry before = predecessor;
    return before == null ? lastAccepted : new Accepted(before.seq, before.sentAt());
  }

  Position position() {
    return new Position(stream.id(), seq, previous().seq());
  }
}
