package io.twinbus.receiver.session;

import io.twinbus.ledger.CountedAs;
import io.twinbus.ledger.EndState;
import io.twinbus.ledger.rules.ClaimDecision;
import io.twinbus.protocol.MessageId;
import io.twinbus.protocol.Position;
import io.twinbus.protocol.StreamId;
import io.twinbus.receiver.broker.Delivery;
import java.util.Optional;
import org.apiguardian.api.API;

/** Something worth a metric or a log line. */
@API(status = API.Status.EXPERIMENTAL, since = "0.1.0")
public sealed interface WorkerFact {

  /**
   * Which message it is about.
   *
   * @param message its id
   * @param position its place in its stream; empty where a foreign sender wrote it
   */
  record Subject(MessageId message, Optional<Position> position) {

    /** The message that {@code delivery} is a copy of. */
    public static Subject of(Delivery delivery) {
      return new Subject(delivery.id(), delivery.position());
    }

    @Override
    public String toString() {
      return position
          .map(place -> "%s (%d of stream %s)".formatted(message, place.seq(), place.stream()))
          .orElseGet(message::toString);
    }
  }

  /** The session was claimed; a record that did not exist counts as free. */
  record Claimed(ClaimDecision.Kind kind, long token) implements WorkerFact {}

  /** The claim was given back. */
  record Released() implements WorkerFact {}

  /** The worker ends because other sessions wait for its place, and it has nothing more in hand. */
  record PlaceGivenUp() implements WorkerFact {}

  /** Another worker has the claim now; nothing more is written under this one. */
  record Fenced(String why) implements WorkerFact {}

  /** A message has reached an end state in the ledger; {@code why} is empty where it went well. */
  record Ended(Subject message, EndState state, String why) implements WorkerFact {}

  /** A copy was dropped because the ledger had its message's end state already. */
  record DuplicateDropped(Subject message) implements WorkerFact {}

  /** A handler call failed; {@code attempt} was its number, {@code how} what it counts. */
  record AttemptFailed(Subject message, int attempt, CountedAs how, String reason)
      implements WorkerFact {}

  /** A write's outcome was unknown; it is issued again. */
  record WriteUnknown(String why) implements WorkerFact {}

  /** The session waits for a message that is neither ended nor here, and has been reported. */
  record GapReported(StreamId stream, long cursor, long lowestHeld) implements WorkerFact {}

  /**
   * By policy, the numbers {@code from} to {@code to} of a stream were skipped: no region had them.
   */
  record GapSkipped(StreamId stream, long from, long to) implements WorkerFact {}

  /** A session with work has not moved for the alert time; {@code why} is one sentence. */
  record Stuck(String why) implements WorkerFact {

    /** Because the ledger refuses to create {@code what}, which it does not show either. */
    public static Stuck contradicted(String what, int times) {
      return new Stuck(
          ("the ledger has refused %d times to create %s, because it exists (409), and shows none"
                  + " (404): it is tried again every second; look at the account's health")
              .formatted(times, what));
    }
  }

  /** The session is held for an operator by this worker's write; {@code why} is one sentence. */
  record Blocked(String why) implements WorkerFact {}

  /** One write has brought the ends of {@code messages} messages to the record. */
  record Committed(int messages) implements WorkerFact {}

  /**
   * The record had no room for the cursors of {@code streams}: documents of their own have them.
   */
  record StreamsCooled(int streams) implements WorkerFact {}

  /** The session is parked; {@code why} is one sentence. */
  record Parked(Reason reason, String why) implements WorkerFact {

    /** What a parked session waits for. */
    public enum Reason {
      /** Another worker owns it. */
      OWNED_ELSEWHERE,
      /** An operator has to decide. */
      BLOCKED,
      /** The handler is away. */
      HANDLER_AWAY,
      /** A message is missing. */
      GAP,
      /** The time of its next message has not come. */
      TOO_EARLY,
      /** What is in hand needs a newer receiver. */
      NEWER
    }
  }
}
