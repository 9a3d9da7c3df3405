package io.twinbus.sender.pipeline;

import io.twinbus.protocol.MessageId;
import io.twinbus.protocol.SessionId;
import io.twinbus.protocol.StreamId;
import io.twinbus.protocol.time.MonotonicTime;
import io.twinbus.protocol.time.Now;
import io.twinbus.sender.Acknowledge;
import io.twinbus.sender.Delivery;
import io.twinbus.sender.ExplicitSequence;
import io.twinbus.sender.OutboundMessage;
import io.twinbus.sender.SenderSettings;
import io.twinbus.sender.journal.JournalRecord;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** One lane: the sessions that hash onto it, and a pipeline for each region. */
final class Lane {

  /** With a journal nothing is given up for its age. */
  private static final Duration NO_TIMEOUT = Duration.ofDays(36_500);

  private final int index;
  private final LaneContext context;
  private final SessionStreams streams;
  private final List<RegionPipeline> pipelines = new ArrayList<>();

  Lane(int index, LaneContext context, Supplier<StreamId> freshIds) {
    this.index = index;
    this.context = context;
    SenderSettings settings = context.settings();
    Homes homes = new Homes(context.topology());
    this.streams =
        new SessionStreams(
            Math.max(1, settings.maxSessions() / settings.lanes()),
            settings.sessionIdle(),
            freshIds,
            homes::indexOf);
    for (RegionState region : context.regions()) {
      pipelines.add(new RegionPipeline(index, region, context, pipelines));
    }
  }

  /** Which of so many lanes a session belongs to. */
  static int of(SessionId session, int lanes) {
    int hash = session.hashCode();
    return Math.floorMod(hash ^ (hash >>> 16), lanes);
  }

  void offer(Event.Offered offered, Now now) {
    ExplicitSequence place = offered.message().sequence().orElse(null);
    if (place != null) {
      offer(offered, place, now);
      return;
    }
    SessionStream stream =
        streams.of(new StreamKey(offered.message().session(), null), now.monotonic());
    takeIn(stream.append(intake(offered, now), pipelines.size(), now.monotonic()));
  }

  /** Takes a message in under the application's number, unless that is wrong or known already. */
  private void offer(Event.Offered offered, ExplicitSequence place, Now now) {
    OutboundMessage message = offered.message();
    StreamKey key = new StreamKey(message.session(), place.stream());
    SessionStream stream = streams.of(key, now.monotonic());
    ExplicitNumbers numbers = Objects.requireNonNull(stream.numbers());
    Entry same = numbers.unended(place.seq());
    Delivery past =
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
      @Nullable Entry same,
      @Nullable Delivery past) {
    Settlement settlement = context.settlement();
    MessageId known = same != null ? same.message().id() : Objects.requireNonNull(past).message();
    if (!known.equals(offered.message().id())) {
      settlement.rejected(offered.ticket(), ExplicitNumbers.otherMessage(place, known));
    } else if (same != null) {
      settlement.joined(same, offered.ticket());
    } else if (past != null) {
      settlement.repeated(offered.ticket(), past);
    }
  }

  private void offerNew(
      Event.Offered offered, ExplicitSequence place, SessionStream stream, Now now) {
    ExplicitNumbers numbers = Objects.requireNonNull(stream.numbers());
    Optional<ExplicitNumbers.Fault> fault =
        numbers.check(place, offered.message().id(), stream.live(), stream.hasUnsettled());
    if (fault.isPresent()) {
      context.settlement().rejected(offered.ticket(), fault.get());
      return;
    }
    if (numbers.isForeign(place.prev())) {
      stream.believe(new Entry.Accepted(place.prev(), place.previousSentAt()));
    }
    takeIn(stream.append(intake(offered, now), place.seq(), pipelines.size(), now.monotonic()));
  }

  private Entry.Intake intake(Event.Offered offered, Now now) {
    Duration timeout = context.keeper() == null ? context.settings().deliveryTimeout() : NO_TIMEOUT;
    MonotonicTime deadline = now.monotonic().plus(timeout);
    return new Entry.Intake(offered.ticket(), offered.message(), now.wall(), deadline, index);
  }

  private void takeIn(Entry entry) {
    context.settlement().offered();
    Keeper keeper = context.keeper();
    if (keeper != null) {
      keeper.takeIn(entry);
    }
    pipelines.forEach(pipeline -> pipeline.offer(entry));
  }

  /** Lets a stream go on without a number that failed. */
  void abandonNumber(Event.NumberAbandoned event, Now now) {
    StreamKey key = new StreamKey(event.session(), event.stream());
    SessionStream stream = streams.known(key, now.monotonic());
    ExplicitNumbers numbers = stream == null ? null : stream.numbers();
    String refusal = null;
    if (numbers == null) {
      refusal = "the stream is not known here; name the last accepted number as prev of the next";
    } else if (numbers.isFailed(event.seq())) {
      numbers.abandon(event.seq());
      Keeper keeper = context.keeper();
      if (keeper != null) {
        keeper.abandoned(event);
      }
    } else if (numbers.unended(event.seq()) != null) {
      refusal = "it is still being delivered; wait for its receipt";
    } else {
      refusal = numbers.isPast(event.seq()) ? "it is passed already" : "it was never handed in";
    }
    context
        .settlement()
        .emit(new Effect.AbandonAnswered(event.ticket(), Optional.ofNullable(refusal)));
  }

  /** Goes on with a session's stream where the journal says it is. */
  void restore(JournalRecord.Counter counter, StreamKey key, Now now) {
    streams.restore(key, counter, now.monotonic());
  }

  /** Takes a message back that no region has. */
  void restore(JournalRecord.Message message, long ticket, StreamKey key, Now now) {
    SessionStream stream = Objects.requireNonNull(streams.known(key, now.monotonic()));
    Entry.Intake intake = intake(message, ticket, now);
    Entry entry = stream.append(intake, message.seq(), pipelines.size(), now.monotonic());
    Keeper keeper = Objects.requireNonNull(context.keeper());
    keeper.restore(entry, message.index());
    boolean acknowledged =
        context.settings().acknowledge() == Acknowledge.JOURNAL && !entry.isExplicit();
    context.settlement().restored(entry, acknowledged);
    for (int i = 0; i < pipelines.size(); i++) {
      if (keeper.isOwed(message.index(), context.regions().get(i))) {
        entry.copy(i).mayHaveLanded();
        pipelines.get(i).offer(entry);
      } else {
        entry.copy(i).endedBefore(false);
      }
    }
  }

  /** Takes a message back for a region that is behind; others have it. */
  void recall(JournalRecord.Message message, RegionState region, Now now) {
    Keeper keeper = Objects.requireNonNull(context.keeper());
    SessionStream stream = streams.passing(message, now.monotonic());
    Entry entry =
        stream.append(intake(message, 0, now), message.seq(), pipelines.size(), now.monotonic());
    entry.tickets().clear();
    entry.lastAccepted = keeper.previousOf(message);
    entry.inJournal(message.index(), true);
    for (RegionState other : context.regions()) {
      if (other != region) {
        other.copyOf(entry).endedBefore(true);
      }
    }
    context.settlement().restored(entry, true);
    pipelines.get(region.index()).recall(entry);
  }

  private Entry.Intake intake(JournalRecord.Message message, long ticket, Now now) {
    return new Entry.Intake(
        ticket, message.message(), message.sentAt(), now.monotonic().plus(NO_TIMEOUT), index);
  }

  /** A message's copies were left to the journal, or taken back from it. */
  void moved(Entry entry) {
    pipelines.forEach(pipeline -> pipeline.moved(entry));
  }

  /** Gives up what must not go after one that failed, and so on until the last of the stream. */
  void dropHeldBack() {
    Entry next = context.settlement().takeHeldBack();
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

  /** Gives up what is overdue or has lost its predecessor, then sends what may go. */
  void advance(Now now) {
    pipelines.forEach(pipeline -> pipeline.expire(now.monotonic()));
    dropHeldBack();
    pipelines.forEach(pipeline -> pipeline.issue(now));
  }

  void abandon() {
    pipelines.forEach(RegionPipeline::abandon);
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

  SessionStreams streams() {
    return streams;
  }
}
