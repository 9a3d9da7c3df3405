package io.twinbus.testkit.link;

import io.twinbus.protocol.RegionName;
import io.twinbus.sender.link.RegionLink;
import io.twinbus.sender.pipeline.BatchId;
import io.twinbus.sender.pipeline.Effect;
import io.twinbus.sender.pipeline.Event;
import io.twinbus.sender.pipeline.Problem;
import io.twinbus.sender.pipeline.RefusalKind;
import io.twinbus.sender.pipeline.WireMessage;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * A region in memory, as its link shows it: takes batches whole or not at all, keeps what it took,
 * and answers on the caller's thread. Thread-safe.
 */
public final class InMemoryRegion implements RegionLink {

  /** How many bytes a batch may have. */
  public static final int MAX_BYTES = 256 * 1024;

  private final RegionName name;
  private final List<WireMessage> taken = new ArrayList<>();
  private boolean told;
  private boolean down;
  private boolean disabled;
  private boolean closed;
  private int repliesToLose;
  private int batchesToPutOff;

  /** An empty region. */
  public InMemoryRegion(RegionName name) {
    this.name = name;
  }

  @Override
  public void send(Effect.SendBatch batch, Consumer<Event> outcome) {
    List<Event> events;
    synchronized (this) {
      events = answer(batch);
    }
    events.forEach(outcome);
  }

  private List<Event> answer(Effect.SendBatch batch) {
    BatchId id = batch.batch();
    List<Event> events = new ArrayList<>();
    if (closed || down) {
      events.add(refused(id, RefusalKind.TRANSIENT, "out of reach"));
      return events;
    }
    if (disabled) {
      events.add(refused(id, RefusalKind.ENTITY, "the entity is disabled"));
      return events;
    }
    if (!told) {
      told = true;
      events.add(new Event.LinkLimit(name, MAX_BYTES));
    }
    if (batchesToPutOff > 0) {
      batchesToPutOff--;
      events.add(refused(id, RefusalKind.TRANSIENT, "busy"));
    } else if (batch.messages().stream().mapToLong(InMemoryRegion::bytes).sum() > MAX_BYTES) {
      events.add(refused(id, RefusalKind.MESSAGE, "too large"));
    } else {
      taken.addAll(batch.messages());
      events.add(repliesToLose-- > 0 ? unanswered(id) : new Event.Accepted(id));
    }
    repliesToLose = Math.max(0, repliesToLose);
    return events;
  }

  /** What it has taken, in the order of arrival. */
  public synchronized List<WireMessage> taken() {
    return List.copyOf(taken);
  }

  /** Out of reach from now on, or there again. */
  public synchronized void down(boolean value) {
    down = value;
  }

  /** Its entity is disabled from now on, or open again. */
  public synchronized void disabled(boolean value) {
    disabled = value;
  }

  /** It takes the next batch, and its answer gets lost. */
  public synchronized void loseNextReply() {
    repliesToLose++;
  }

  /** It is too busy for the next batch. */
  public synchronized void putNextOff() {
    batchesToPutOff++;
  }

  @Override
  public synchronized void close() {
    closed = true;
  }

  private static Event refused(BatchId batch, RefusalKind kind, String why) {
    return new Event.Refused(batch, kind, new Problem(Optional.empty(), why), false);
  }

  private static Event unanswered(BatchId batch) {
    return new Event.Unanswered(batch, new Problem(Optional.empty(), "the answer is lost"));
  }

  private static long bytes(WireMessage message) {
    return message.message().body().size();
  }
}
