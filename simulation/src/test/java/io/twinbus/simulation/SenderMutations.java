package io.twinbus.simulation;

import io.twinbus.protocol.Position;
import io.twinbus.protocol.SequencedHeaders;
import io.twinbus.sender.journal.JournalRecord;
import io.twinbus.sender.journal.RecoveredJournal;
import io.twinbus.sender.message.ExplicitSequence;
import io.twinbus.sender.pipeline.Effect;
import io.twinbus.sender.pipeline.Event;
import io.twinbus.sender.pipeline.RefusalKind;
import io.twinbus.sender.pipeline.WireMessage;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Bugs that show in what a sender puts on the wire. */
final class SenderMutations {

  private static final long FAR = 1_000;

  private SenderMutations() {}

  /** A message that is sent again is another message to whoever receives it. */
  static Wiring newNumberOnARetry() {
    return new Wiring() {
      private final Map<String, Long> attempts = new HashMap<>();

      @Override
      public List<WireMessage> sends(String producer, List<WireMessage> real) {
        return real.stream()
            .map(
                wire -> {
                  Position position = wire.headers().position();
                  long again = attempts.merge(producer + wire.message().id(), 1L, Long::sum) - 1;
                  return at(
                      wire,
                      new Position(
                          position.stream(), position.seq() + again * FAR, position.prev()));
                })
            .toList();
      }
    };
  }

  /** A number that failed everywhere is not passed over. */
  static Wiring predecessorIsTheNumberBefore() {
    return new Wiring() {
      @Override
      public List<WireMessage> sends(String producer, List<WireMessage> real) {
        return real.stream()
            .map(
                wire -> {
                  Position position = wire.headers().position();
                  return at(
                      wire, new Position(position.stream(), position.seq(), position.seq() - 1));
                })
            .toList();
      }
    };
  }

  /** A restart goes on behind the last accepted number, not behind the last that was given. */
  static Wiring journalForgetsWhatWasGiven() {
    return new Wiring() {
      @Override
      public RecoveredJournal recovered(RecoveredJournal real) {
        return new RecoveredJournal(
            real.nextIndex(),
            real.nextSegment(),
            real.copies(),
            real.counters().stream().map(SenderMutations::asAccepted).toList(),
            real.unsettled(),
            real.passedOver(),
            real.recent());
      }
    };
  }

  /** A message that every region refused is passed over before the journal has noted it. */
  static Wiring passedOverBeforeItIsNoted() {
    return new Wiring() {
      @Override
      public Optional<Event> hearsEarly(Effect appended, boolean messageWaits) {
        boolean isNote =
            appended instanceof Effect.Append append
                && append.record() instanceof JournalRecord.CopyEnded;
        return isNote && !messageWaits
            ? Optional.of(new Event.Written(((Effect.Append) appended).number()))
            : Optional.empty();
      }
    };
  }

  /** A batch that is refused for one message goes again as it was. */
  static Wiring refusedBatchIsNotSplit() {
    return new Wiring() {
      @Override
      public Event hears(Event real) {
        return real instanceof Event.Refused refusal && refusal.kind() == RefusalKind.MESSAGE
            ? new Event.Refused(
                refusal.batch(), RefusalKind.TRANSIENT, refusal.problem(), refusal.doubtful())
            : real;
      }
    };
  }

  /** The application's numbers are the sender's: one that failed is passed over, and comes anew. */
  static Wiring explicitNumbersArePassedOver() {
    return new Wiring() {
      @Override
      public @Nullable ExplicitSequence place(ExplicitSequence real) {
        return null;
      }
    };
  }

  private static JournalRecord.Counter asAccepted(JournalRecord.Counter counter) {
    return new JournalRecord.Counter(
        counter.session(),
        counter.stream(),
        counter.kind(),
        counter.accepted().seq(),
        counter.accepted(),
        counter.failed());
  }

  private static WireMessage at(WireMessage wire, Position position) {
    SequencedHeaders headers = wire.headers();
    return new WireMessage(
        wire.message(),
        new SequencedHeaders(
            position,
            headers.previousSentAt(),
            headers.home(),
            headers.sentAt(),
            headers.expiresAt()),
        wire.scheduledAt(),
        wire.brokerTimeToLive());
  }
}
