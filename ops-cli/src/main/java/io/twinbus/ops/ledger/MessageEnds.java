package io.twinbus.ops.ledger;

import io.twinbus.ledger.EndState;
import io.twinbus.ledger.EndedRange;
import io.twinbus.ledger.MessageContent;
import io.twinbus.ledger.MessageKey;
import io.twinbus.ledger.MessageName;
import io.twinbus.ledger.MessageRecord;
import io.twinbus.ledger.NotedEnd;
import io.twinbus.ledger.Overflow;
import io.twinbus.ledger.SessionRecord;
import io.twinbus.ledger.rules.ColdRule;
import io.twinbus.ledger.store.ReadOutcome;
import io.twinbus.ops.CommandFailure;
import io.twinbus.ops.ExitCode;
import io.twinbus.protocol.MessageId;
import io.twinbus.protocol.SessionId;
import io.twinbus.protocol.StreamId;
import java.util.Optional;

/**
 * How messages ended, wherever the ledger says it: in the session record, in a page beside it when
 * there were too many ends for one record, or in the message's own record when it has no number.
 */
public final class MessageEnds {

  private final OpenLedger ledger;

  /**
   * How a message ended; the reason is the dead-letter reason, or names the operator who skipped
   * it.
   */
  public record End(EndState state, String reason) {}

  /** Looks in {@code ledger}. */
  public MessageEnds(OpenLedger ledger) {
    this.ledger = ledger;
  }

  /**
   * How number {@code seq} of {@code stream} ended; empty when it has not. A page that has expired
   * is no longer known to say otherwise: the number counts as DONE.
   *
   * @throws CommandFailure when the ledger does not say
   */
  public Optional<End> of(SessionRecord read, StreamId stream, long seq) {
    SessionRecord record = whole(read, stream);
    Optional<EndedRange> end = record.progress().endOf(stream, seq);
    if (end.isPresent() && record.progress().isOverflown(stream, seq)) {
      end = paged(record, stream, seq).or(() -> record.progress().endOf(stream, seq));
    }
    return end.map(range -> new End(range.state(), range.reason()));
  }

  /**
   * The same record with what the document of {@code stream} says, if the stream is cold.
   *
   * @throws CommandFailure when the ledger does not say
   */
  public SessionRecord whole(SessionRecord record, StreamId stream) {
    if (!ColdRule.mayBeCold(record.progress(), stream)) {
      return record;
    }
    return read(record.session(), MessageKey.ofCold(stream)).orElse(null)
            instanceof MessageContent.Cold cold
        ? record.withProgress(ColdRule.returned(record.progress(), cold))
        : record;
  }

  /**
   * What the ledger knows of a message without a number; empty when it was never claimed.
   *
   * @throws CommandFailure when the ledger does not say
   */
  public Optional<MessageContent> own(SessionId session, MessageId message) {
    return read(session, MessageKey.of(ledger.ids().named(message)));
  }

  /** How a message without a number, or a replay, ended; empty when it has not. */
  public Optional<End> of(SessionRecord record, MessageName message) {
    Optional<NotedEnd> noted = record.progress().annex().endOf(message);
    if (noted.isPresent()) {
      return noted.map(end -> new End(end.state(), end.reason()));
    }
    return read(record.session(), message.key())
        .filter(MessageContent.Over.class::isInstance)
        .map(MessageContent.Over.class::cast)
        .map(over -> new End(over.state(), over.reason()));
  }

  /** A search by halves: pages of a stream follow each other in its order. */
  private Optional<EndedRange> paged(SessionRecord record, StreamId stream, long seq) {
    Overflow overflow = record.progress().annex().overflow().get(stream);
    long low = 0;
    long high = overflow == null ? -1 : overflow.pages() - 1;
    while (low <= high) {
      long middle = (low + high) / 2;
      Optional<MessageContent> read = read(record.session(), MessageKey.ofPage(stream, middle));
      if (!(read.orElse(null) instanceof MessageContent.Page page) || seq > page.to()) {
        low = middle + 1; // older pages expire first
      } else if (seq < page.from()) {
        high = middle - 1;
      } else {
        return page.ranges().stream().filter(range -> range.covers(stream, seq)).findFirst();
      }
    }
    return Optional.empty();
  }

  /**
   * The record {@code key} of {@code session}; empty when there is none.
   *
   * @throws CommandFailure when the ledger does not say
   */
  public Optional<MessageContent> read(SessionId session, MessageKey key) {
    ReadOutcome<MessageRecord> outcome = Answers.await(ledger.messages().read(session, key));
    if (outcome instanceof ReadOutcome.Unknown<MessageRecord> unknown) {
      throw new CommandFailure(
          ExitCode.FAILURE, "The ledger could not read a message's record: " + unknown.why());
    }
    return outcome instanceof ReadOutcome.Found<MessageRecord> found
        ? Optional.of(found.record().content())
        : Optional.empty();
  }
}
