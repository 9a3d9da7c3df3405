package io.twinbus.receiver.runtime;

import io.twinbus.ledger.Directive;
import io.twinbus.ledger.EntityKey;
import io.twinbus.ledger.InstanceId;
import io.twinbus.ledger.InstanceStats;
import io.twinbus.ledger.SessionDigest;
import io.twinbus.ledger.rules.LeaseRenewal;
import io.twinbus.protocol.time.Now;
import io.twinbus.receiver.rules.Ranking;
import io.twinbus.receiver.rules.SharedPlaces;
import io.twinbus.receiver.session.WorkerFact;
import java.time.Duration;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One incarnation of a receiver: everything that is done under one instance id.
 *
 * <ol>
 *   <li>Its lease beats before it accepts its first session.
 *   <li>It takes sessions of each of its queues, as {@link QueueWork} says, under the one lease.
 *   <li>When the lease is lost, every worker hears it, every session is closed, and this
 *       incarnation is over; the process goes on under a new name.
 *   <li>While operators want its region evacuated, or a queue paused, the lease beats on.
 *   <li>When it drains, workers finish the call in hand and release; the lease beats until all have
 *       stopped.
 * </ol>
 *
 * <p>Thread-safe.
 */
final class ReceiverInstance {

  private static final Logger LOG = LoggerFactory.getLogger(ReceiverInstance.class);

  /** How long a worker that is to stop may take beyond its handler's grace: a few ledger calls. */
  private static final Duration TO_STOP = Duration.ofSeconds(10);

  private final InstanceId id;
  private final ReceiverContext shared;
  private final LeaseLoop lease;
  private final VitalsLoop vitals;
  private final WantedReads wanted;
  private final List<QueueWork> queues;
  private final CompletableFuture<InstanceId> held = new CompletableFuture<>();
  private final CompletableFuture<String> lost = new CompletableFuture<>();
  private final InstanceStatsSource signs = new InstanceStatsSource();
  private volatile boolean stopping;

  ReceiverInstance(InstanceId id, ReceiverContext shared) {
    this.id = id;
    this.shared = shared;
    LeaseRenewal keeper =
        new LeaseRenewal(
            id, shared.options().lease(), shared.random(), shared.ports().clocks().now());
    this.lease =
        new LeaseLoop(keeper, shared.instances().leases(), shared.leaseSetting(), new Lease());
    this.vitals =
        new VitalsLoop(
            new VitalsLoop.Teller(id, shared.region(), this::stats),
            shared.instances().vitals(),
            shared.leaseSetting(),
            shared.random());
    this.wanted =
        new WantedReads(
            id,
            shared.instances().vitals(),
            shared.board(),
            shared.leaseSetting(),
            new IdleSessions());
    Incarnation incarnation =
        new Incarnation(
            id,
            keeper,
            new SharedPlaces(shared.options().limits().maxSessions()),
            wanted,
            new Queues());
    this.queues =
        shared.queues().stream().map(queue -> new QueueWork(incarnation, shared, queue)).toList();
  }

  void start() {
    vitals.start(); // before the first beat, so that who sees that can see more
    lease.start();
    wanted.start();
  }

  InstanceId id() {
    return id;
  }

  /** Completes when the lease holds for the first time. */
  CompletableFuture<InstanceId> held() {
    return held;
  }

  /** Completes with the reason when the lease is lost; all sessions are closed then. */
  CompletableFuture<String> lost() {
    return lost;
  }

  /** What operators want, as often as the ledger was read. */
  void applyDirective(Optional<Directive> directive, Now now) {
    queues.forEach(queue -> queue.applyDirective(directive, now));
  }

  /** What it has in common for all its queues; one that does more than the others counts. */
  private InstanceStats stats() {
    InstanceStats.State state =
        queues.stream()
            .map(QueueWork::state)
            .min(Comparator.naturalOrder())
            .orElse(InstanceStats.State.WORKING);
    ReceiverStatus.LedgerLoad ledger = shared.admission().load();
    return signs
        .vitals(
            state,
            sessions(),
            queues.stream().mapToInt(each -> each.queue().claims().servedCount()).sum())
        .withLedger(new InstanceStats.LedgerPressure(ledger.waiting(), ledger.saturation()))
        .withHandlers(queues.stream().map(QueueWork::handlerVitals).toList())
        .withWanted(
            queues.stream()
                .flatMap(each -> each.demand().awaited())
                .sorted(Comparator.comparing(SessionDigest::value))
                .toList());
  }

  private int sessions() {
    return queues.stream().mapToInt(QueueWork::sessions).sum();
  }

  /** Some owner has been judged dead: parked workers look again. */
  void lookAround() {
    queues.forEach(QueueWork::lookAround);
  }

  /**
   * Completes when every worker has stopped and released its claim, those of dead workers included,
   * or the time is up.
   */
  CompletableFuture<Void> drain(Duration grace) {
    stop(QueueWork::drain);
    return deadlines()
        .within(grace, empty())
        .exceptionallyCompose(late -> cancelCalls())
        .thenCompose(done -> orphansReleased())
        .whenComplete((done, late) -> stopSigns());
  }

  private void stopSigns() {
    lease.stop();
    vitals.stop();
    wanted.stop();
  }

  /** How the incarnation stands for the queue with {@code key}. */
  ReceiverStatus status(EntityKey key, Optional<String> ledgerTrouble, Optional<String> stall) {
    return queues.stream()
        .filter(each -> each.queue().key().equals(key))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException(key + " is no queue of this receiver."))
        .status(ledgerTrouble, stall);
  }

  /** How the incarnation stands for each queue, in their order. */
  Map<EntityKey, ReceiverStatus> statuses(Optional<String> ledgerTrouble, Optional<String> stall) {
    Map<EntityKey, ReceiverStatus> statuses = new LinkedHashMap<>();
    queues.forEach(each -> statuses.put(each.queue().key(), each.status(ledgerTrouble, stall)));
    return statuses;
  }

  /** The grace is over: a second drain has workers cancel their calls. */
  private CompletableFuture<Void> cancelCalls() {
    LOG.warn(
        "{} sessions have not drained within the shutdown grace: their handler calls are"
            + " cancelled.",
        sessions());
    queues.forEach(QueueWork::cancelCalls);
    return emptyWithin(toStop());
  }

  /** Or the time for that is up: then others take over when the lease runs out. */
  private CompletableFuture<Void> orphansReleased() {
    return deadlines()
        .within(toStop(), all(shared.queues().stream().map(each -> each.ports().orphans().over())))
        .exceptionally(late -> null);
  }

  private Duration toStop() {
    return shared.longestHandlerGrace().plus(TO_STOP);
  }

  private void stop(Consumer<QueueWork> how) {
    stopping = true;
    queues.forEach(how);
  }

  private CompletableFuture<Void> empty() {
    return all(queues.stream().map(QueueWork::empty));
  }

  private static CompletableFuture<Void> all(Stream<CompletableFuture<Void>> stages) {
    return CompletableFuture.allOf(stages.toArray(CompletableFuture[]::new));
  }

  private CompletableFuture<Void> emptyWithin(Duration bound) {
    return deadlines().within(bound, empty()).exceptionally(late -> abandonAll());
  }

  private Deadlines deadlines() {
    return new Deadlines(shared.ports().timer());
  }

  private @Nullable Void abandonAll() {
    queues.forEach(QueueWork::abandon);
    return null;
  }

  /** What the queues do. */
  private final class Queues implements Incarnation.Host {

    @Override
    public void placeFree(QueueWork work) {
      if (stopping) {
        return;
      }
      List<QueueWork> wanting =
          queues.stream().filter(each -> each == work || each.wantsPlaces()).toList();
      Ranking.by(each -> !each.isShort(), wanting).forEach(QueueWork::fill);
    }

    @Override
    public void reported(WorkerFact fact) {
      signs.on(fact);
    }
  }

  /** The sessions without work that its queues keep. */
  private final class IdleSessions implements WantedReads.Keeper {

    @Override
    public boolean keepsIdleSessions() {
      return queues.stream().anyMatch(each -> each.demand().keepsIdleSessions());
    }

    @Override
    public void releaseWanted() {
      queues.forEach(each -> each.demand().releaseWanted());
    }
  }

  /** What the lease says. */
  private final class Lease implements LeaseLoop.Listener {

    @Override
    public void held() {
      held.complete(id);
      queues.forEach(QueueWork::begin);
    }

    @Override
    public void lost(String why) {
      LOG.warn(
          "Instance {} has lost its lease ({}): its {} sessions are given up, and it goes on under"
              + " a new id.",
          id,
          why,
          sessions());
      vitals.stop();
      wanted.stop();
      stop(QueueWork::loseLease);
      var unused = emptyWithin(toStop()).whenComplete((done, late) -> lost.complete(why));
    }
  }
}
