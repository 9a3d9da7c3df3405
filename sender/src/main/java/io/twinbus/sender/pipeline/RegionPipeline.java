package io.twinbus.sender.pipeline;

import io.twinbus.protocol.SequencedHeaders;
import io.twinbus.protocol.time.MonotonicTime;
import io.twinbus.protocol.time.Now;
import io.twinbus.sender.message.GiveUpReason;
import io.twinbus.sender.message.OutboundMessage;
import io.twinbus.sender.pipeline.MessageSettlement.GiveUp;
import io.twinbus.sender.settings.SenderSettings;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The delivery of one lane to one region, at the region's own pace: at most one batch in flight.
 *
 * <ol>
 *   <li>{@link #issue} cuts a batch when none is in flight, no pause lasts, and the breaker permits
 *       it.
 *   <li>Accepted: each message is settled, in the order of the batch.
 *   <li>Refused for a message: the batch is halved until the refused message stands alone.
 *   <li>Refused for the entity or for the moment, or unanswered: the same batch goes again after a
 *       pause. But a message that no region's entity takes is given up everywhere at once.
 *   <li>A message that waits past its deadline is given up in this region.
 *   <li>{@link StandbyCopies} whose home region fails go out in batches of their own, which take
 *       turns with the others.
 * </ol>
 */
final class RegionPipeline {

  /** How long after a message's own expiry the broker may drop it. */
  private static final Duration BROKER_EXPIRY_MARGIN = Duration.ofDays(1);

  private final int lane;
  private final RegionState region;
  private final LaneContext context;
  private final List<RegionPipeline> siblings;
  private final CopyQueue queue;
  private final StandbyCopies standby;
  private final Backoff backoff;
  private long attempts;
  private boolean hastenedLast;

  /** {@code siblings} are the pipelines of the same lane for all regions, this one among them. */
  RegionPipeline(int lane, RegionState region, LaneContext context, List<RegionPipeline> siblings) {
    this.siblings = siblings;
    this.lane = lane;
    this.region = region;
    this.context = context;
    this.queue = new CopyQueue(region.index());
    this.standby = new StandbyCopies(region, context.regions());
    SenderSettings settings = context.settings();
    this.backoff = new Backoff(settings.retryBackoff(), settings.retryBackoffMax());
  }

  /** How many copies wait or are in flight. */
  int depth() {
    return queue.size();
  }

  /** Takes a copy in, unless the region is behind and the journal keeps it. */
  void offer(PendingMessage pending) {
    if (!region.catchUp().isBehind()) {
      queue.add(pending);
      return;
    }
    region.copyOf(pending).keep();
    queue.addKept(pending);
  }

  /** Takes in a copy that the journal kept. */
  void recall(PendingMessage pending) {
    queue.add(pending);
  }

  /** Leaves the copies that were never sent to the journal. */
  void fallBehind() {
    for (PendingMessage pending : queue.takeFresh()) {
      if (region.copyOf(pending).isWaiting()) {
        queue.addKept(pending);
        context.settlement().fellBehind(pending, region);
      }
    }
  }

  /** Queues the unsettled messages that came in while the region was behind. */
  void rejoin() {
    for (PendingMessage pending : queue.takeKept()) {
      if (region.copyOf(pending).isKept()) {
        region.copyOf(pending).takeBack();
        queue.add(pending);
      }
    }
  }

  /** Queues a copy that was taken back from the journal, and drops one left to it. */
  void requeue(PendingMessage pending) {
    queue.dropKept(pending);
    if (region.copyOf(pending).isWaiting()) {
      queue.add(pending);
    }
  }

  void accepted(BatchId id, Now now) {
    Batch batch = queue.take(id);
    if (batch == null) {
      standby.accepted(id);
      return;
    }
    standby.keep(batch, now);
    backoff.reset();
    context.answered(region, now);
    for (PendingMessage pending : batch.messages()) {
      context.settlement().accepted(pending, region);
    }
  }

  void refused(Event.Refused refusal, Now now) {
    Batch batch = queue.take(refusal.batch());
    if (batch == null) {
      standby.failed(refusal.batch(), refusal.kind() == RefusalKind.TRANSIENT);
      return;
    }
    returned(batch, refusal.problem(), refusal.doubtful());
    switch (refusal.kind()) {
      case MESSAGE -> {
        backoff.reset();
        context.answered(region, now);
        halve(batch.messages());
      }
      case ENTITY -> {
        pause(batch, refusal.problem(), now);
        queue.putBack(batch.messages());
        batch.messages().forEach(this::refusedByEntity);
      }
      case TRANSIENT -> {
        pause(batch, refusal.problem(), now);
        queue.putBack(batch.messages());
      }
    }
  }

  void unanswered(Event.Unanswered event, Now now) {
    Batch batch = queue.take(event.batch());
    if (batch == null) {
      standby.failed(event.batch(), false);
      return;
    }
    region.countUnknown();
    returned(batch, event.problem(), true);
    pause(batch, event.problem(), now);
    queue.putBack(batch.messages());
  }

  /** Gives up the copies that waited past their deadlines. */
  void expire(MonotonicTime now) {
    GiveUp cause = new GiveUp(GiveUpReason.TIMED_OUT, "the delivery timeout has passed", true);
    queue.expire(now, pending -> context.settlement().gaveUp(pending, region, cause));
  }

  /** Gives up one waiting copy, to make room. */
  void shed(PendingMessage pending) {
    drop(pending, new GiveUp(GiveUpReason.SHED, "too many copies wait for the region", true));
  }

  /**
   * Gives up a copy whose message must not follow a failed one. The copy is waiting: it can have
   * been sent only in one batch with the failed message, and that batch has come back.
   */
  void holdBack(PendingMessage pending) {
    if (region.copyOf(pending).isPending()) {
      String text = "a message before it in its stream failed";
      drop(pending, new GiveUp(GiveUpReason.HELD_BACK, text, true));
    }
  }

  private void drop(PendingMessage pending, GiveUp cause) {
    queue.drop(pending);
    context.settlement().gaveUp(pending, region, cause);
  }

  private void refusedByEntity(PendingMessage pending) {
    region.copyOf(pending).refusedByEntity();
    if (context.journal() != null) {
      return;
    }
    boolean hopeless = siblings.stream().allMatch(each -> each.region.copyOf(pending).isHopeless());
    if (hopeless) {
      GiveUp cause = new GiveUp(GiveUpReason.REFUSED, "the entity takes no messages", true);
      siblings.stream()
          .filter(each -> each.region.copyOf(pending).isPending())
          .forEach(each -> each.drop(pending, cause));
    }
  }

  /** Gives up every copy, also those in flight: the sender closes. */
  void close() {
    standby.clear();
    GiveUp cause = new GiveUp(GiveUpReason.CLOSED, "the sender was closed", true);
    for (PendingMessage pending : queue.drain()) {
      if (!region.copyOf(pending).isPending()) {
        context.settlement().stillKept(pending);
        continue;
      }
      if (context.journal() == null) {
        context.settlement().gaveUp(pending, region, cause);
      } else {
        context.settlement().kept(pending, region, cause);
      }
    }
  }

  /** Sends the next batch, if one may go now. */
  void issue(Now now) {
    standby.forget(now);
    if (queue.inFlight() != null || standby.isBusy() || !backoff.permits(now.monotonic())) {
      return;
    }
    if (hastenedLast) {
      hastenedLast = false;
      if (!issueNext(now)) {
        hasten();
      }
    } else if (!hasten()) {
      issueNext(now);
    }
  }

  private boolean issueNext(Now now) {
    if (!queue.hasWaiting() || !region.breaker().permits(now.monotonic())) {
      return false;
    }
    List<PendingMessage> cut = queue.cut(limits());
    if (cut.isEmpty()) {
      return false;
    }
    BatchId id = nextBatch();
    List<WireMessage> messages = new ArrayList<>(cut.size());
    for (PendingMessage pending : cut) {
      region.lagging().sent(pending);
      messages.add(toWireMessage(pending, now.wall()));
    }
    queue.sent(new Batch(id, cut, messages, now.monotonic()));
    context.issued(region, id);
    context.emit(new Effect.SendBatch(id, messages));
    return true;
  }

  /** Sends standby copies once more, which need not wait any longer. */
  private boolean hasten() {
    if (!standby.isDue()) {
      return false;
    }
    BatchId id = nextBatch();
    List<WireMessage> messages = standby.cut(id, limits());
    if (messages.isEmpty()) {
      return false;
    }
    hastenedLast = true;
    context.emit(new Effect.SendBatch(id, messages));
    return true;
  }

  private BatchId nextBatch() {
    return new BatchId(region.name(), lane, ++attempts);
  }

  /** When this pipeline has work after {@code now} without another event; null when it has none. */
  @Nullable MonotonicTime nextWake(MonotonicTime now) {
    boolean isFree = queue.inFlight() == null && !standby.isBusy();
    MonotonicTime wake = isFree && standby.isDue() ? after(now, backoff.until(), null) : null;
    if (!queue.hasWaiting()) {
      return wake;
    }
    wake = after(now, queue.earliestDeadline(), wake);
    if (isFree) {
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

  private WireMessage toWireMessage(PendingMessage pending, Instant now) {
    OutboundMessage message = pending.message();
    PendingMessage.Accepted previous = pending.previous();
    Duration standby =
        pending.home() == region.index() || homeIsDown(pending)
            ? Duration.ZERO
            : context.topology().standbyDelay();
    // The broker keeps a message that no other waits for; receivers keep one within the order.
    Instant due = message.notBefore().orElse(null);
    Instant kept = message.isOutsideOrder() ? due : null;
    Instant from = kept == null ? pending.sentAt() : kept;
    Instant visible = from.plus(standby);
    boolean isDelayed = (kept != null || !standby.isZero()) && visible.isAfter(now);
    SequencedHeaders headers =
        new SequencedHeaders(
            pending.position(),
            previous.sentAt(),
            context.regions().get(pending.home()).name(),
            pending.sentAt(),
            message.timeToLive().map(pending.sentAt()::plus).orElse(null),
            due == null || kept != null ? null : due.plus(standby));
    Duration brokerTimeToLive =
        message
            .timeToLive()
            .map(own -> own.plus(context.topology().standbyDelay()).plus(BROKER_EXPIRY_MARGIN))
            .orElse(null);
    return new WireMessage(
        message,
        pending.isExplicit() ? headers.ofExplicit() : headers,
        isDelayed ? visible : null,
        brokerTimeToLive);
  }

  private boolean homeIsDown(PendingMessage pending) {
    RegionState home = context.regions().get(pending.home());
    return !home.breaker().isClosed() || home.copyOf(pending).isHopeless();
  }

  private void returned(Batch batch, Problem problem, boolean landed) {
    for (PendingMessage pending : batch.messages()) {
      region.copyOf(pending).returned(problem, landed);
      region.lagging().returned(pending, region.copyOf(pending));
    }
  }

  private void pause(Batch batch, Problem problem, Now now) {
    backoff.failed(now.monotonic());
    context.failed(region, batch, problem, now);
  }

  private void halve(List<PendingMessage> messages) {
    if (messages.size() == 1) {
      GiveUp cause = new GiveUp(GiveUpReason.REFUSED, "the region refused the message", false);
      context.settlement().gaveUp(messages.get(0), region, cause);
      return;
    }
    int half = messages.size() / 2;
    queue.putBack(messages.subList(half, messages.size()));
    queue.putBack(messages.subList(0, half));
  }
}
