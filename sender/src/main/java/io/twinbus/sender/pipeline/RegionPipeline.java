package io.twinbus.sender.pipeline;

import io.twinbus.protocol.SequencedHeaders;
import io.twinbus.protocol.time.MonotonicTime;
import io.twinbus.protocol.time.Now;
import io.twinbus.sender.GiveUpReason;
import io.twinbus.sender.SenderSettings;
import io.twinbus.sender.pipeline.Settlement.GiveUp;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How one lane delivers to one region, at the region's own pace: at most one batch on its way.
 *
 * <ol>
 *   <li>{@link #issue} cuts a batch when none is on its way, no pause lasts, and the breaker lets
 *       it through.
 *   <li>Accepted: each message is settled, in the order of the batch.
 *   <li>Refused for a message: the batch is halved until the one that is refused stands alone.
 *   <li>Refused for the entity or for the moment, or unanswered: the same batch goes again after a
 *       pause. But a message that no region's entity takes is given up everywhere at once.
 *   <li>What waits past its deadline is given up here.
 * </ol>
 */
final class RegionPipeline {

  /** How far behind a message's own expiry the broker's garbage collection stays. */
  private static final Duration BROKER_EXPIRY_MARGIN = Duration.ofDays(1);

  private final int lane;
  private final RegionState region;
  private final LaneContext context;
  private final List<RegionPipeline> siblings;
  private final CopyQueue queue;
  private final Backoff backoff;
  private long attempts;

  /** {@code siblings} are the pipelines of the same lane for all regions, this one among them. */
  RegionPipeline(int lane, RegionState region, LaneContext context, List<RegionPipeline> siblings) {
    this.siblings = siblings;
    this.lane = lane;
    this.region = region;
    this.context = context;
    this.queue = new CopyQueue(region.index());
    SenderSettings settings = context.settings();
    this.backoff = new Backoff(settings.retryBackoff(), settings.retryBackoffMax());
  }

  /** How many copies wait or are on their way. */
  int depth() {
    return queue.size();
  }

  /** Takes a copy in, unless the region is behind and the journal keeps it. */
  void offer(Entry entry) {
    if (!region.catchUp().isBehind()) {
      queue.add(entry);
      return;
    }
    region.copyOf(entry).keep();
    queue.addKept(entry);
  }

  /** Takes in a copy that the journal kept. */
  void recall(Entry entry) {
    queue.add(entry);
  }

  /** Leaves to the journal what waits and was never sent. */
  void fallBehind() {
    for (Entry entry : queue.takeFresh()) {
      if (region.copyOf(entry).isWaiting()) {
        queue.addKept(entry);
        context.settlement().fellBehind(entry, region);
      }
    }
  }

  /** Queues the unsettled messages that came in while the region was behind. */
  void rejoin() {
    for (Entry entry : queue.takeKept()) {
      if (region.copyOf(entry).isKept()) {
        region.copyOf(entry).takeBack();
        queue.add(entry);
      }
    }
  }

  /** A message's copy was left to the journal, or taken back from it. */
  void moved(Entry entry) {
    queue.dropKept(entry);
    if (region.copyOf(entry).isWaiting()) {
      queue.add(entry);
    }
  }

  void accepted(BatchId id, Now now) {
    Batch batch = queue.take(id);
    if (batch == null) {
      return;
    }
    backoff.reset();
    context.answered(region, now);
    for (Entry entry : batch.entries()) {
      context.settlement().accepted(entry, region);
    }
  }

  void refused(Event.Refused refusal, Now now) {
    Batch batch = queue.take(refusal.batch());
    if (batch == null) {
      return;
    }
    returned(batch, refusal.problem(), refusal.doubtful());
    switch (refusal.kind()) {
      case MESSAGE -> {
        backoff.reset();
        context.answered(region, now);
        halve(batch.entries());
      }
      case ENTITY -> {
        pause(batch, refusal.problem(), now);
        queue.putBack(batch.entries());
        batch.entries().forEach(this::refusedByEntity);
      }
      case TRANSIENT -> {
        pause(batch, refusal.problem(), now);
        queue.putBack(batch.entries());
      }
    }
  }

  void unanswered(Event.Unanswered event, Now now) {
    Batch batch = queue.take(event.batch());
    if (batch == null) {
      return;
    }
    region.countUnknown();
    returned(batch, event.problem(), true);
    pause(batch, event.problem(), now);
    queue.putBack(batch.entries());
  }

  /** Gives up what has waited past its deadline. */
  void expire(MonotonicTime now) {
    GiveUp cause = new GiveUp(GiveUpReason.TIMED_OUT, "the delivery timeout passed", true);
    queue.expire(now, entry -> context.settlement().gaveUp(entry, region, cause));
  }

  /** Gives up one waiting copy, to make room. */
  void shed(Entry entry) {
    drop(entry, new GiveUp(GiveUpReason.SHED, "too many copies wait for the region", true));
  }

  /**
   * Gives up a copy whose message must not go after one that failed. It waits: it could have gone
   * out only beside that one, in a batch that has come back since.
   */
  void holdBack(Entry entry) {
    if (region.copyOf(entry).isPending()) {
      String text = "a message before it in its stream failed";
      drop(entry, new GiveUp(GiveUpReason.HELD_BACK, text, true));
    }
  }

  private void drop(Entry entry, GiveUp cause) {
    queue.drop(entry);
    context.settlement().gaveUp(entry, region, cause);
  }

  private void refusedByEntity(Entry entry) {
    region.copyOf(entry).refusedByEntity();
    if (context.keeper() != null) {
      return;
    }
    boolean hopeless = siblings.stream().allMatch(each -> each.region.copyOf(entry).isHopeless());
    if (hopeless) {
      GiveUp cause = new GiveUp(GiveUpReason.REFUSED, "the entity takes no messages", true);
      siblings.stream()
          .filter(each -> each.region.copyOf(entry).isPending())
          .forEach(each -> each.drop(entry, cause));
    }
  }

  /** Gives up everything, also what is on its way. */
  void abandon() {
    GiveUp cause = new GiveUp(GiveUpReason.CLOSED, "the sender was closed", true);
    for (Entry entry : queue.drain()) {
      if (!region.copyOf(entry).isPending()) {
        continue;
      }
      if (context.keeper() == null) {
        context.settlement().gaveUp(entry, region, cause);
      } else {
        context.settlement().kept(entry, region, cause);
      }
    }
  }

  /** Sends the next batch, if one may go now. */
  void issue(Now now) {
    boolean ready =
        queue.inFlight() == null
            && queue.hasWaiting()
            && backoff.permits(now.monotonic())
            && region.breaker().permits(now.monotonic());
    if (!ready) {
      return;
    }
    List<Entry> entries = queue.cut(limits());
    if (entries.isEmpty()) {
      return;
    }
    BatchId id = new BatchId(region.name(), lane, ++attempts);
    queue.sent(new Batch(id, entries, now.monotonic()));
    context.issued(region, id);
    List<WireMessage> messages = new ArrayList<>(entries.size());
    for (Entry entry : entries) {
      region.leftBehind().sent(entry);
      messages.add(onTheWire(entry, now.wall()));
    }
    context.settlement().emit(new Effect.SendBatch(id, messages));
  }

  /** When there is something to do here after {@code now}, without another event; null: never. */
  @Nullable MonotonicTime nextWake(MonotonicTime now) {
    if (!queue.hasWaiting()) {
      return null;
    }
    MonotonicTime wake = after(now, queue.earliestDeadline(), null);
    if (queue.inFlight() == null) {
      wake = after(now, backoff.until(), wake);
      wake = after(now, region.breaker().probeAt(), wake);
    }
    return wake;
  }

  private static @Nullable MonotonicTime after(
      MonotonicTime now, @Nullable MonotonicTime time, @Nullable MonotonicTime best) {
    if (time == null || now.isAtOrAfter(time)) {
      return best;
    }
    return best == null ? time : MonotonicTime.earlier(best, time);
  }

  private CopyQueue.Limits limits() {
    SenderSettings settings = context.settings();
    return new CopyQueue.Limits(
        settings.maxBatchMessages(), region.maxBatchBytes(), settings.oneSessionBatches());
  }

  private WireMessage onTheWire(Entry entry, Instant now) {
    Entry.Accepted previous = entry.previous();
    Instant expiresAt = entry.message().timeToLive().map(entry.sentAt()::plus).orElse(null);
    SequencedHeaders headers =
        new SequencedHeaders(
            entry.position(),
            previous.sentAt(),
            context.regions().get(entry.home()).name(),
            entry.sentAt(),
            expiresAt);
    Instant visible = entry.sentAt().plus(context.topology().standbyDelay());
    boolean delayed = entry.home() != region.index() && !homeIsDown(entry) && visible.isAfter(now);
    Duration brokerTimeToLive =
        entry
            .message()
            .timeToLive()
            .map(own -> own.plus(context.topology().standbyDelay()).plus(BROKER_EXPIRY_MARGIN))
            .orElse(null);
    return new WireMessage(entry.message(), headers, delayed ? visible : null, brokerTimeToLive);
  }

  private boolean homeIsDown(Entry entry) {
    RegionState home = context.regions().get(entry.home());
    return !home.breaker().isClosed() || home.copyOf(entry).isHopeless();
  }

  private void returned(Batch batch, Problem problem, boolean landed) {
    for (Entry entry : batch.entries()) {
      region.copyOf(entry).returned(problem, landed);
      region.leftBehind().returned(entry, region.copyOf(entry));
    }
  }

  private void pause(Batch batch, Problem problem, Now now) {
    backoff.failed(now.monotonic());
    context.failed(region, batch, problem, now);
  }

  private void halve(List<Entry> entries) {
    if (entries.size() == 1) {
      GiveUp cause = new GiveUp(GiveUpReason.REFUSED, "the region refused the message", false);
      context.settlement().gaveUp(entries.get(0), region, cause);
      return;
    }
    int half = entries.size() / 2;
    queue.putBack(entries.subList(half, entries.size()));
    queue.putBack(entries.subList(0, half));
  }
}
