package io.twinbus.sender.pipeline;

import io.twinbus.protocol.MessageId;
import io.twinbus.protocol.SessionId;
import io.twinbus.protocol.time.MonotonicTime;
import io.twinbus.protocol.time.Now;
import io.twinbus.sender.journal.JournalRecord;
import io.twinbus.sender.message.DeliveryStatus;
import io.twinbus.sender.message.ExplicitSequence;
import io.twinbus.sender.message.OutboundMessage;
import io.twinbus.sender.message.SendFailedException;
import io.twinbus.sender.settings.Acknowledge;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One lane: the sessions that hash to it, and a pipeline for each region. */
final class Lane {

  /** With a journal no message is given up because of its age. */
  private static final Duration NO_TIMEOUT = Duration.ofDays(36_500);

  /** Well within the 13 days after which receivers take a message for lost in time. */
  private static final Duration LONGEST_WAIT = Duration.ofDays(7);

  private final int index;
  private final LaneContext context;
  private final SessionStreams streams;
  private final List<RegionPipeline> pipelines = new ArrayList<>();

  Lane(int index, LaneContext context) {
    this.index = index;
    this.context = context;
    this.streams = context.streams();
    for (RegionState region : context.regions()) {
      pipelines.add(new RegionPipeline(index, region, context, pipelines));
    }
  }

  /** The lane to which a session belongs. */
  static Lane of(SessionId session, List<Lane> lanes) {
    int hash = session.hashCode();
    return lanes.get(Math.floorMod(hash ^ (hash >>> 16), lanes.size()));
  }

  int index() {
    return index;
  }

  void offer(Event.Offered offered, Now now) {
    ExplicitSequence place = offered.message().sequence().orElse(null);
    if (place != null) {
      offer(offered, place, now);
      return;
    }
    if (context.settings().acknowledge() == Acknowledge.JOURNAL) {
      Optional<String> refusal = context.limits().surelyRefuse(offered.message());
      if (refusal.isPresent()) {
        reject(offered, SendFailedException.Kind.TOO_LARGE, refusal.get());
        return;
      }
    }
    Optional<String> untimely = untimely(offered.message(), now);
    if (untimely.isPresent()) {
      reject(offered, SendFailedException.Kind.WRONG_TIME, untimely.get());
      return;
    }
    SessionId session = offered.message().session();
    SessionStream stream =
        offered.message().isOutsideOrder()
            ? streams.ofOneMessage(session, now.monotonic())
            : streams.of(new StreamKey(session, null), now.monotonic());
    takeIn(stream.append(intake(offered, now), pipelines.size(), now.monotonic()));
  }

  /** Takes a message in under the application's number, unless that is known already or wrong. */
  private void offer(Event.Offered offered, ExplicitSequence place, Now now) {
    OutboundMessage message = offered.message();
    StreamKey key = new StreamKey(message.session(), place.stream());
    SessionStream stream = streams.of(key, now.monotonic());
    ExplicitNumbers numbers = Objects.requireNonNull(stream.numbers());
    PendingMessage same = numbers.inProgress(place.seq());
    DeliveryStatus past =
        numbers.isFailed(place.seq())
            ? null
            : context.settlement().recent().of(message.session(), place.stream(), place.seq());
    if (same != null || past != null) {
      offerAgain(offered, place, same, past);
    } else {
      offerNew(offered, place, stream, now);
    }
  }

  private void offerAgain(
      Event.Offered offered,
      ExplicitSequence place,
      @Nullable PendingMessage same,
      @Nullable DeliveryStatus past) {
    Receipts receipts = context.settlement().receipts();
    MessageId known = same != null ? same.message().id() : Objects.requireNonNull(past).message();
    if (!known.equals(offered.message().id())) {
      ExplicitNumbers.Fault fault = ExplicitNumbers.otherMessage(place, known);
      reject(offered, fault.kind(), fault.why());
    } else if (same != null) {
      receipts.joined(same, offered.ticket());
    } else if (past != null) {
      receipts.repeated(offered.ticket(), past);
    }
  }

  private void reject(Event.Offered offered, SendFailedException.Kind kind, String why) {
    context.settlement().receipts().rejected(offered.ticket(), kind, why);
  }

  /** Why the message can never run at its time, as a clause. */
  private static Optional<String> untimely(OutboundMessage message, Now now) {
    Instant due = message.notBefore().orElse(null);
    if (due == null) {
      return Optional.empty();
    }
    if (due.isAfter(now.wall().plus(LONGEST_WAIT))) {
      return Optional.of(
          "it may not run before %s: give a time that is at most %d days ahead"
              .formatted(due, LONGEST_WAIT.toDays()));
    }
    return message
        .timeToLive()
        .map(now.wall()::plus)
        .filter(expiry -> !due.isBefore(expiry))
        .map(
            expiry ->
                "it expires at %s and may not run before %s: give it a longer life"
                    .formatted(expiry, due));
  }

  private void offerNew(
      Event.Offered offered, ExplicitSequence place, SessionStream stream, Now now) {
    Optional<String> untimely = untimely(offered.message(), now);
    if (untimely.isPresent()) {
      reject(offered, SendFailedException.Kind.WRONG_TIME, untimely.get());
      return;
    }
    ExplicitNumbers numbers = Objects.requireNonNull(stream.numbers());
    Optional<ExplicitNumbers.Fault> fault =
        numbers.check(place, offered.message().id(), stream.live(), stream.hasUnsettled());
    if (fault.isPresent()) {
      reject(offered, fault.get().kind(), fault.get().why());
      return;
    }
    if (numbers.isUnseen(place.prev())) {
      stream.trustPredecessor(new PendingMessage.Accepted(place.prev(), place.previousSentAt()));
    }
    takeIn(stream.append(intake(offered, now), place.seq(), pipelines.size(), now.monotonic()));
  }

  private PendingMessage.Intake intake(Event.Offered offered, Now now) {
    Duration timeout =
        context.journal() == null ? context.settings().deliveryTimeout() : NO_TIMEOUT;
    MonotonicTime deadline = now.monotonic().plus(timeout);
    return new PendingMessage.Intake(
        offered.ticket(), offered.message(), now.wall(), deadline, index);
  }

  private void takeIn(PendingMessage pending) {
    context.settlement().offered();
    JournalCoordinator journal = context.journal();
    if (journal != null) {
      journal.takeIn(pending);
    }
    pipelines.forEach(pipeline -> pipeline.offer(pending));
  }

  /** Lets an explicit stream go on without a failed number. */
  void abandonNumber(Event.NumberAbandoned event, Now now) {
    StreamKey key = new StreamKey(event.session(), event.stream());
    SessionStream stream = streams.known(key, now.monotonic());
    ExplicitNumbers numbers = stream == null ? null : stream.numbers();
    String refusal = null;
    if (numbers == null) {
      refusal =
          "this sender does not know the stream; name the last accepted number as prev of the next"
              + " message";
    } else if (numbers.isFailed(event.seq())) {
      numbers.abandon(event.seq());
      JournalCoordinator journal = context.journal();
      if (journal != null) {
        journal.abandoned(event);
      }
    } else if (numbers.inProgress(event.seq()) != null) {
      refusal = "it is still being delivered; wait for its receipt";
    } else {
      refusal =
          numbers.isPast(event.seq())
              ? "it was accepted or abandoned before"
              : "it was never handed in";
    }
    context.emit(new Effect.AbandonAnswered(event.ticket(), Optional.ofNullable(refusal)));
  }

  /** Continues a session's stream where the journal says it is. */
  void restore(JournalRecord.Counter counter, StreamKey key, Now now) {
    streams.restore(key, counter, now.monotonic());
  }

  /** Takes back a message that no region has. */
  void restore(JournalRecord.Message message, long ticket, StreamKey key, Now now) {
    SessionStream stream = Objects.requireNonNull(streams.known(key, now.monotonic()));
    PendingMessage.Intake intake = intake(message, ticket, now);
    PendingMessage pending =
        stream.append(intake, message.seq(), pipelines.size(), now.monotonic());
    JournalCoordinator journal = Objects.requireNonNull(context.journal());
    journal.restore(pending, message.index());
    boolean acknowledged =
        context.settings().acknowledge() == Acknowledge.JOURNAL && !pending.isExplicit();
    context.settlement().restored(pending, acknowledged);
    for (int i = 0; i < pipelines.size(); i++) {
      if (journal.isOwed(message.index(), context.regions().get(i))) {
        pending.copy(i).mayHaveLanded();
        pipelines.get(i).offer(pending);
      } else {
        pending.copy(i).endedBefore(false);
      }
    }
  }

  /** Takes back a message that another region has, for a region that is behind. */
  void recall(JournalRecord.Message message, RegionState region, Now now) {
    JournalCoordinator journal = Objects.requireNonNull(context.journal());
    SessionStream stream = streams.passing(message, now.monotonic());
    PendingMessage pending =
        stream.append(intake(message, 0, now), message.seq(), pipelines.size(), now.monotonic());
    pending.tickets().clear();
    pending.lastAccepted = journal.previousOf(message);
    pending.inJournal(message.index(), true);
    for (RegionState other : context.regions()) {
      if (other != region) {
        other.copyOf(pending).endedBefore(true);
      }
    }
    context.settlement().restored(pending, true);
    pipelines.get(region.index()).recall(pending);
  }

  private PendingMessage.Intake intake(JournalRecord.Message message, long ticket, Now now) {
    return new PendingMessage.Intake(
        ticket, message.message(), message.sentAt(), now.monotonic().plus(NO_TIMEOUT), index);
  }

  /** Queues copies that were taken back from the journal, and drops those left to it. */
  void requeue(PendingMessage pending) {
    pipelines.forEach(pipeline -> pipeline.requeue(pending));
  }

  /** Gives up the messages that must not follow a failed one, until the last of the stream. */
  void dropHeldBack() {
    PendingMessage next = context.settlement().takeHeldBack();
    while (next != null) {
      for (RegionPipeline pipeline : pipelines) {
        pipeline.holdBack(next);
      }
      next = context.settlement().takeHeldBack();
    }
  }

  RegionPipeline pipeline(int region) {
    return pipelines.get(region);
  }

  /** Gives up messages that are overdue or held back, then sends the next batches. */
  void advance(Now now) {
    pipelines.forEach(pipeline -> pipeline.expire(now.monotonic()));
    dropHeldBack();
    pipelines.forEach(pipeline -> pipeline.issue(now));
  }

  /** Gives up every copy: the sender closes. */
  void close() {
    pipelines.forEach(RegionPipeline::close);
  }

  @Nullable MonotonicTime nextWake(MonotonicTime now) {
    MonotonicTime earliest = null;
    for (RegionPipeline pipeline : pipelines) {
      MonotonicTime wake = pipeline.nextWake(now);
      if (wake != null) {
        earliest = earliest == null ? wake : MonotonicTime.earlier(earliest, wake);
      }
    }
    return earliest;
  }
}
