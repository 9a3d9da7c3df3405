package io.twinbus.simulation;

import io.twinbus.ledger.MessageKey;
import io.twinbus.protocol.Body;
import io.twinbus.protocol.MessageId;
import io.twinbus.protocol.ParsedHeaders;
import io.twinbus.protocol.Position;
import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.SequencedHeaders;
import io.twinbus.protocol.SessionId;
import io.twinbus.protocol.StreamId;
import io.twinbus.receiver.FailureKind;
import io.twinbus.receiver.Message;
import io.twinbus.receiver.broker.Delivery;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The truth about one message: what its sender knows, and what has been done with it. */
final class SentMessage {

  final SessionId session;

  /** As the latest attempt to send it says: an earlier one may have named another predecessor. */
  SequencedHeaders headers;

  private final Message message;

  /** Whether it carries no headers: those above then say only what it is called here. */
  boolean isForeign;

  /** Whether it has a record of its own: no cursor tells of it. */
  boolean isSingle;

  /** Whether its handler cannot keep state. */
  boolean isStateless;

  /** What becomes of it in each region, whatever the weather. */
  private Map<RegionName, Treatment> luck = Map.of();

  /** Which regions have taken a copy, at whatever time, and whether anybody was told or not. */
  final Set<RegionName> takenBy = new HashSet<>();

  /** Which regions have taken it without an answer, and refuse it from then on. */
  final Set<RegionName> muddledIn = new HashSet<>();

  /** Whether its producer has heard from a region that it has it. */
  boolean accepted;

  /** Whether its sender has told the application that it is safe. */
  boolean acknowledged;

  /** Whether its sender has reported that no region has accepted it. */
  boolean failed;

  /** Whether its sender lives, and still tries to bring it to a region. */
  boolean pending;

  /** How many copies there are or will be that nobody has settled or lost. */
  int copies;

  /** Whether some handler call took effect and said so. */
  boolean completed;

  /** Whether some handler call condemned it. */
  boolean condemned;

  /** Whether each handler call for it kills its process, or its worker. */
  boolean isPoison;

  /** Whether it is the worker that it kills, and not the process. */
  boolean killsWorker;

  /** How each handler call for it fails; null: it does not. */
  @Nullable FailureKind fails;

  /** For how long each handler call for it takes its region's handler down for all; null: not. */
  @Nullable Duration takesDown;

  /** How many more handler calls for it lose their broker link, before they end. */
  int losesLinks;

  /** How often a start of it came on record, and how many calls began under such a mark. */
  int marks;

  int markedStarts;

  /** How many of its starts an operator has made good. */
  int pardoned;

  /** Starts under lower tokens are made good as well: a zombie may be late with one. */
  long pardonedBelow;

  final List<HandlerRun> starts = new ArrayList<>();

  SentMessage(SessionId session, SequencedHeaders headers) {
    this.session = session;
    this.headers = headers;
    this.message =
        new Message(
            session,
            new MessageId(headers.position().stream() + "-" + headers.position().seq()),
            Body.empty(),
            Map.of(),
            new Message.Envelope(null, null, null));
  }

  /** A message that an application has submitted. */
  SentMessage(Submission submission, SequencedHeaders headers) {
    this(submission.session(), headers);
    luck = submission.luck();
    isPoison = submission.poison() != Submission.Poison.NONE;
    killsWorker = submission.poison() == Submission.Poison.WORKER;
  }

  /** A message that knows nothing of Twinbus. */
  static SentMessage foreign(SessionId session, long number) {
    Position name = new Position(new StreamId("foreign"), number, number - 1);
    SentMessage message =
        new SentMessage(
            session, new SequencedHeaders(name, null, World.EAST, ProcessClock.START, null));
    message.isForeign = true;
    return message;
  }

  /** The name of its own record, if it has one. */
  MessageKey key() {
    return MessageKey.of(message.id());
  }

  Treatment in(RegionName region) {
    return luck.getOrDefault(region, Treatment.TAKEN);
  }

  /** When the call that counts ended well: of several, the one under the highest token. */
  long endedWellAt() {
    return starts.stream()
        .filter(run -> run.endedWellAt > 0)
        .max(Comparator.comparingLong(run -> run.invocation.token()))
        .map(run -> run.endedWellAt)
        .orElse(0L);
  }

  /** Whether the latest call under the same claim as {@code other} has ended well. */
  boolean hasEndedWellBeside(HandlerRun other) {
    boolean endedWell = false;
    for (HandlerRun run : starts) {
      endedWell = run.isOfSameClaim(other) ? run.endedWellAt > 0 : endedWell;
    }
    return endedWell;
  }

  /** How many starts came on record, and a crash in front of the call. */
  int unlucky() {
    return Math.max(0, marks - markedStarts);
  }

  Position position() {
    return headers.position();
  }

  /** A copy as a region delivers it, with the headers of the attempt that brought it there. */
  Delivery copy(long brokerSequence, SequencedHeaders arrived) {
    return new Delivery(
        brokerSequence,
        isForeign ? new ParsedHeaders.Foreign() : new ParsedHeaders.Sequenced(arrived),
        message);
  }

  @Override
  public String toString() {
    return session + "/" + position().stream() + "-" + position().seq();
  }
}
