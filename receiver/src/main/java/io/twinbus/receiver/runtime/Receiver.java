package io.twinbus.receiver.runtime;

import io.twinbus.ledger.Directive;
import io.twinbus.ledger.EntityKey;
import io.twinbus.ledger.InstanceId;
import io.twinbus.ledger.rules.FailureDetector;
import io.twinbus.ledger.rules.StartGate;
import io.twinbus.ledger.store.InstanceStores;
import io.twinbus.ledger.store.MessageStore;
import io.twinbus.ledger.store.SessionStore;
import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.time.Clocks;
import io.twinbus.protocol.time.Now;
import io.twinbus.receiver.SessionHandler;
import io.twinbus.receiver.broker.Broker;
import io.twinbus.receiver.bytes.CopyBudget;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A receiver: takes sessions of one queue or several from one region, and has each queue's handler
 * called for their messages, once and in order, together with the receivers of all regions.
 *
 * <p>It runs as a chain of incarnations: one that loses its lease ends, and the next one begins
 * under a new instance id. A fixed number of threads serves all sessions. Thread-safe.
 */
public final class Receiver implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(Receiver.class);

  private final ReceiverContext shared;
  private final Supplier<InstanceId> instanceIds;
  private final LeaseWatch watch;
  private final ThreadStallDetector pulse;
  private final ReceiverPlatform.Threads threads;
  private final CompletableFuture<InstanceId> ready = new CompletableFuture<>();
  private volatile ReceiverInstance instance;
  private final CompletableFuture<Void> drained = new CompletableFuture<>();
  private boolean closing;

  /**
   * What a receiver of one queue works with. It closes none of it.
   *
   * @param place its region and its queue
   * @param broker its region's broker
   * @param records the session records, and the message records beside them
   * @param instances the leases, the vitals, and what operators want
   * @param handler what to do with messages
   */
  public record Parts(
      Place place,
      Broker broker,
      Records records,
      InstanceStores instances,
      SessionHandler handler) {

    /** Whose messages it takes: what operators say of a region or a queue is said to it. */
    public record Place(RegionName region, EntityKey queue) {}

    /** Where records are kept. */
    public record Records(SessionStore sessions, MessageStore messages) {}
  }

  private Receiver(
      RegionName region,
      InstanceStores instances,
      List<ReceiverQueue> queues,
      ReceiverOptions options,
      ReceiverSide side) {
    ReceiverPlatform platform = side.platform();
    this.threads = platform.threads();
    this.instanceIds = platform.instanceIds();
    Clocks clocks = platform.clocks();
    ScheduledExecutorService timer = threads.timer();
    Duration ledgerBound = options.limits().ledgerBound();
    LedgerAdmission admission = new LedgerAdmission(clocks, timer);
    LeaseLoop.Setting leaseSetting =
        new LeaseLoop.Setting(
            threads.lease(), clocks, new Bounded(ledgerBound, new Deadlines(threads.lease())));
    FailureDetector board = new FailureDetector(options.lease());
    QueueContexts contexts =
        new QueueContexts(
            region,
            new Bounded(ledgerBound, new Deadlines(timer)),
            admission,
            new StartGate(),
            new CopyBudget(options.limits().maxBuffered()),
            side);
    this.shared =
        new ReceiverContext(
            region,
            options,
            instances,
            board,
            leaseSetting,
            admission,
            platform.random(),
            platform.cores(),
            queues.stream().map(contexts::of).toList());
    this.watch =
        new LeaseWatch(
            new LeaseWatch.Observed(board, options.lease().lease()),
            instances,
            leaseSetting,
            new Watching());
    this.pulse = new ThreadStallDetector(timer, threads.workers(), clocks);
    this.instance = new ReceiverInstance(instanceIds.get(), shared);
  }

  /** Starts a receiver of one queue; it accepts sessions as soon as its lease stands. */
  public static Receiver start(
      Parts parts, ReceiverOptions options, FactListener facts, Clocks clocks) {
    return start(parts, options, facts, ReceiverPlatform.of(clocks));
  }

  /** Starts a receiver of one queue that runs on {@code platform}. */
  public static Receiver start(
      Parts parts, ReceiverOptions options, FactListener facts, ReceiverPlatform platform) {
    ReceiverQueue queue =
        new ReceiverQueue(
            parts.place().queue(),
            parts.broker(),
            parts.records(),
            parts.handler(),
            options.ofQueue());
    return start(
        parts.place().region(),
        parts.instances(),
        List.of(queue),
        options,
        new ReceiverSide(facts, platform));
  }

  /**
   * Starts a receiver of several queues under one lease; it accepts sessions as soon as that stands
   * in the ledger.
   *
   * @param queues one at least, each with another key
   * @param options how it behaves; each queue has the flow and the health of its own
   */
  public static Receiver start(
      RegionName region,
      InstanceStores instances,
      List<ReceiverQueue> queues,
      ReceiverOptions options,
      ReceiverSide side) {
    if (queues.isEmpty() || queues.size() > options.limits().maxSessions()) {
      throw new IllegalArgumentException(
          "A receiver has one queue or more, and a place for each: %d queues, %d places."
              .formatted(queues.size(), options.limits().maxSessions()));
    }
    Receiver receiver = new Receiver(region, instances, queues, options, side);
    receiver.watch.start();
    receiver.pulse.start();
    receiver.begin(receiver.instance);
    return receiver;
  }

  /** Completes when the first lease holds, with the name of the instance. */
  public CompletionStage<InstanceId> ready() {
    return ready.copy();
  }

  /** How it stands, all its queues together. */
  public ReceiverStatus status() {
    return ReceiverStatuses.together(statuses());
  }

  /**
   * How it stands for {@code queue}; the other queues are not looked at.
   *
   * @throws IllegalArgumentException when it is none of the receiver's
   */
  public ReceiverStatus status(EntityKey queue) {
    return instance.status(queue, ledgerTrouble(), pulse.stall());
  }

  /** How it stands for each of its queues. */
  public Map<EntityKey, ReceiverStatus> statuses() {
    return instance.statuses(ledgerTrouble(), pulse.stall());
  }

  private Optional<String> ledgerTrouble() {
    return Optional.of(watch.trouble()).filter(trouble -> !trouble.isEmpty());
  }

  /**
   * Drains: accepts no more, lets handler calls return and claims be released, within the shutdown
   * grace and a few seconds; then stops. Blocks; idempotent.
   */
  @Override
  public void close() {
    Duration grace = shared.options().shutdownGrace();
    Duration toStop = shared.longestHandlerGrace().plusSeconds(15);
    Duration bound = grace.plus(toStop.multipliedBy(2));
    try {
      drain().toCompletableFuture().get(bound.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException | TimeoutException e) {
      LOG.warn("Not every session was released: others take them over when the lease runs out.");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    stop();
  }

  /**
   * Begins to drain, as {@link #close} does, without blocking. The stage completes when every
   * session is released or the time is up; all threads have been told to stop then. Idempotent.
   */
  public CompletionStage<Void> drain() {
    ReceiverInstance last;
    synchronized (this) {
      if (closing) {
        return drained.copy();
      }
      closing = true;
      last = instance;
    }
    var unused =
        last.drain(shared.options().shutdownGrace())
            .whenComplete(
                (done, late) -> {
                  stop();
                  drained.complete(null);
                });
    return drained.copy();
  }

  private void stop() {
    pulse.stop();
    watch.stop();
    threads.lease().shutdownNow();
    threads.timer().shutdownNow();
    threads.workers().shutdown();
  }

  private void begin(ReceiverInstance next) {
    var unusedReady = next.held().thenAccept(ready::complete);
    var unusedLost = next.lost().thenAccept(why -> succeed()).exceptionally(Receiver::cannotGoOn);
    next.start();
  }

  /** Its status says from then on that no lease holds. */
  private static @Nullable Void cannotGoOn(Throwable error) {
    LOG.error("The receiver cannot go on under a new instance id: start it anew.", error);
    return null;
  }

  /** The incarnation is over; unless the process ends, the next one begins. */
  private void succeed() {
    ReceiverInstance next;
    synchronized (this) {
      if (closing) {
        return;
      }
      next = new ReceiverInstance(instanceIds.get(), shared);
      instance = next;
    }
    LOG.info("The receiver goes on as instance {}.", next.id());
    begin(next);
  }

  /** What the present incarnation is told; the next one is told at the next read. */
  private final class Watching implements LeaseWatch.Listener {

    @Override
    public void dead(Set<InstanceId> instances) {
      instance.lookAround();
    }

    @Override
    public void directed(Optional<Directive> directive) {
      Now now = shared.ports().clocks().now();
      shared.queues().forEach(queue -> queue.wishes().believe(directive, now));
      instance.applyDirective(directive, now);
    }
  }
}
