package io.twinbus.receiver.runtime;

import io.twinbus.ledger.Directive;
import io.twinbus.ledger.EntityKey;
import io.twinbus.ledger.InstanceId;
import io.twinbus.ledger.rules.ClaimRegistry;
import io.twinbus.ledger.rules.FailureDetector;
import io.twinbus.ledger.store.InstanceStores;
import io.twinbus.ledger.store.MessageStore;
import io.twinbus.ledger.store.SessionStore;
import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.time.Clocks;
import io.twinbus.protocol.time.Now;
import io.twinbus.receiver.SessionHandler;
import io.twinbus.receiver.broker.Broker;
import io.twinbus.receiver.health.HandlerHealth;
import io.twinbus.receiver.session.GapSightings;
import java.time.Duration;
import java.util.Optional;
import java.util.Random;
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
 * A receiver: takes sessions from one region, and has its handler called for their messages, once
 * and in order, together with the receivers of all regions.
 *
 * <p>It runs as a chain of incarnations: one that loses its lease ends, and the next one begins
 * under a new instance id. A fixed number of threads serves all sessions. Thread-safe.
 */
public final class Receiver implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(Receiver.class);

  private final ReceiverContext shared;
  private final Supplier<InstanceId> instanceIds;
  private final LeaseWatch watch;
  private final DirectiveWatch wishes;
  private final ThreadStallDetector pulse;
  private final ReceiverPlatform.Threads threads;
  private final CompletableFuture<InstanceId> ready = new CompletableFuture<>();
  private volatile ReceiverInstance instance;
  private final CompletableFuture<Void> drained = new CompletableFuture<>();
  private boolean closing;

  /**
   * What a receiver works with. It closes none of it.
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
      Parts parts, ReceiverOptions options, FactListener facts, ReceiverPlatform platform) {
    this.threads = platform.threads();
    this.instanceIds = platform.instanceIds();
    Clocks clocks = platform.clocks();
    Random random = platform.random();
    ScheduledExecutorService timer = threads.timer();
    ClaimRegistry claims = new ClaimRegistry();
    Duration ledgerBound = options.limits().ledgerBound();
    Bounded bounded = new Bounded(ledgerBound, new Deadlines(timer));
    LedgerAdmission admission = new LedgerAdmission(clocks, timer);
    LedgerCalls ledger =
        new LedgerCalls(parts.records().sessions(), parts.records().messages(), bounded, admission);
    OrphanRelease orphans =
        new OrphanRelease(
            ledger,
            claims,
            new OrphanRelease.Setting(
                clocks, timer, threads.workers(), random, options.flow().pace().handlerGrace()));
    LeaseLoop.Setting leaseSetting =
        new LeaseLoop.Setting(
            threads.lease(), clocks, new Bounded(ledgerBound, new Deadlines(threads.lease())));
    FailureDetector board = new FailureDetector(options.lease().lease());
    this.shared =
        new ReceiverContext(
            parts.place(),
            options,
            parts.broker(),
            parts.instances(),
            claims,
            board,
            new GapSightings(),
            new HandlerHealth(options.health(), clocks.now().monotonic()),
            leaseSetting,
            admission,
            random,
            platform.cores(),
            new RunnerContext(
                ledger,
                new RecordPoller(parts.records().sessions(), bounded, this::later),
                new HandlerInvoker(parts.handler(), clocks),
                facts,
                orphans,
                threads.workers(),
                timer,
                clocks));
    this.wishes =
        new DirectiveWatch(parts.place().queue(), parts.place().region(), shared.health());
    this.watch =
        new LeaseWatch(
            new LeaseWatch.Observed(board, options.lease().lease()),
            parts.instances(),
            leaseSetting,
            new Watching());
    this.pulse = new ThreadStallDetector(timer, threads.workers(), clocks);
    this.instance = new ReceiverInstance(instanceIds.get(), shared);
  }

  /** Starts a receiver; it accepts sessions as soon as its lease stands in the ledger. */
  public static Receiver start(
      Parts parts, ReceiverOptions options, FactListener facts, Clocks clocks) {
    return start(parts, options, facts, ReceiverPlatform.of(clocks));
  }

  /** Starts a receiver that runs on {@code platform}. */
  public static Receiver start(
      Parts parts, ReceiverOptions options, FactListener facts, ReceiverPlatform platform) {
    Receiver receiver = new Receiver(parts, options, facts, platform);
    receiver.watch.start();
    receiver.pulse.start();
    receiver.begin(receiver.instance);
    return receiver;
  }

  /** Completes when the first lease holds, with the name of the instance. */
  public CompletionStage<InstanceId> ready() {
    return ready.copy();
  }

  /** How it stands. */
  public ReceiverStatus status() {
    String trouble = watch.trouble();
    return instance.status(
        trouble.isEmpty() ? Optional.empty() : Optional.of(trouble), pulse.stall());
  }

  /**
   * Drains: accepts no more, lets handler calls return and claims be released, within the shutdown
   * grace and a few seconds; then stops. Blocks; idempotent.
   */
  @Override
  public void close() {
    Duration grace = shared.options().shutdownGrace();
    Duration toStop = shared.options().flow().pace().handlerGrace().plusSeconds(15);
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
      wishes.believe(directive, now);
      instance.applyDirective(wishes.wanted(directive, now));
    }
  }

  private void later(Runnable task) {
    var unused =
        threads.timer().schedule(task, RecordPoller.GATHER.toMillis(), TimeUnit.MILLISECONDS);
  }
}
