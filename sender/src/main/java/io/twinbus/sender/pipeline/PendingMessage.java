package io.twinbus.sender.pipeline;

import io.twinbus.protocol.Position;
import io.twinbus.protocol.time.MonotonicTime;
import io.twinbus.sender.message.OutboundMessage;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A message in a lane: its place in its stream, and its copies. Compared by identity. */
final class PendingMessage {

  /** The facts about a message when it comes in. */
  record Intake(
      long ticket, OutboundMessage message, Instant sentAt, MonotonicTime deadline, int lane) {}

  private final Intake intake;
  private final SessionStream stream;
  private final long seq;
  private final int bytes;
  private final RegionCopy[] copies;
  private final List<Long> tickets = new ArrayList<>(1);
  private boolean acknowledged;
  private boolean reportedFailed;
  private long index;
  private boolean durable = true;
  private int holds;

  /** The nearest earlier message of the stream that is unsettled; null when there is none. */
  @Nullable PendingMessage predecessor;

  /** The nearest later message of the stream whose predecessor this is. */
  @Nullable PendingMessage successor;

  /** The last accepted message of the stream, as long as {@link #predecessor} is null. */
  Accepted lastAccepted;

  /** A message of the stream that a region accepted; {@code seq} 0 stands for none. */
  record Accepted(long seq, @Nullable Instant sentAt) {
    static final Accepted NONE = new Accepted(0, null);
  }

  PendingMessage(Intake intake, SessionStream stream, long seq, int regions) {
    this.intake = intake;
    this.stream = stream;
    this.seq = seq;
    this.bytes = MessageSize.of(intake.message());
    this.tickets.add(intake.ticket());
    this.lastAccepted = Accepted.NONE;
    this.copies = new RegionCopy[regions];
    for (int i = 0; i < regions; i++) {
      copies[i] = new RegionCopy();
    }
  }

  /** The sends that wait for it; several when an explicit number was sent again meanwhile. */
  List<Long> tickets() {
    return tickets;
  }

  /** Adds a send that waits for it. */
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

  RegionCopy copy(int region) {
    return copies[region];
  }

  /** The message's number in the journal; 0 without a journal. */
  long index() {
    return index;
  }

  /**
   * Gives the message its number in the journal. It may be sent when it is durable, which it is
   * already if {@code written}.
   */
  void inJournal(long number, boolean written) {
    index = number;
    durable = written;
  }

  /** Whether the journal has it durably; always true without a journal. */
  boolean isDurable() {
    return durable;
  }

  void written() {
    durable = true;
  }

  /** Whether it waits until the failure of a message that it passes over is durable. */
  boolean isHeld() {
    return holds > 0;
  }

  void hold() {
    holds++;
  }

  void release() {
    holds--;
  }

  boolean isAcknowledged() {
    return acknowledged;
  }

  void acknowledge() {
    acknowledged = true;
  }

  /** Whether the producer was told that it failed, though a region may have it. */
  boolean isReportedFailed() {
    return reportedFailed;
  }

  void reportFailed() {
    reportedFailed = true;
  }

  boolean isPendingAnywhere() {
    for (RegionCopy copy : copies) {
      if (copy.isPending()) {
        return true;
      }
    }
    return false;
  }

  boolean isKeptAnywhere() {
    for (RegionCopy copy : copies) {
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
    for (RegionCopy copy : copies) {
      count += copy.isAccepted() ? 1 : 0;
    }
    return count;
  }

  /** The message that {@code tb-prev} and {@code tb-prev-at} of this one name at this moment. */
  Accepted previous() {
    PendingMessage before = predecessor;
    return before == null ? lastAccepted : new Accepted(before.seq, before.sentAt());
  }

  Position position() {
    return new Position(stream.id(), seq, previous().seq());
  }
}
