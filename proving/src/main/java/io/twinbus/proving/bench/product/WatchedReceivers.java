package io.twinbus.proving.bench.product;

import io.twinbus.ledger.InstanceId;
import io.twinbus.ledger.cosmos.CosmosLedger;
import io.twinbus.ledger.rules.ClaimDecision;
import io.twinbus.protocol.settings.FlatSettings;
import io.twinbus.receiver.HandlerOutcome;
import io.twinbus.receiver.runtime.ReceiverStatus;
import io.twinbus.receiver.session.WorkerFact;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A receiver in each region, in this process, and what becomes of their leases and claims. {@link
 * #look} and {@link #close} are for one thread.
 */
public final class WatchedReceivers implements AutoCloseable {

  private final List<CosmosLedger> ledgers = new ArrayList<>();
  private final List<BenchReceiver> receivers = new ArrayList<>();
  private final Set<InstanceId> instances = new HashSet<>();
  private final AtomicLong takeovers = new AtomicLong();
  private final AtomicLong ended = new AtomicLong();
  private Duration saturated = Duration.ZERO;
  private int waiting;

  /** Starts one for each of {@code regions}, whose handlers do nothing but tell {@code effects}. */
  public static WatchedReceivers start(List<FlatSettings> regions, SessionEffects effects) {
    WatchedReceivers all = new WatchedReceivers();
    regions.forEach(region -> all.start(region, effects));
    all.look();
    return all;
  }

  private void start(FlatSettings settings, SessionEffects effects) {
    CosmosLedger ledger = BenchReceiver.openLedger(settings);
    ledgers.add(ledger);
    receivers.add(
        BenchReceiver.watched(
            settings,
            ledger,
            (message, invocation) -> {
              effects.on(message);
              return CompletableFuture.completedFuture(new HandlerOutcome.Completed());
            },
            (who, fact) -> hear(fact)));
  }

  private void hear(WorkerFact fact) {
    if (fact instanceof WorkerFact.Claimed claimed
        && claimed.kind() == ClaimDecision.Kind.TAKEOVER) {
      takeovers.incrementAndGet();
    } else if (fact instanceof WorkerFact.Ended) {
      ended.incrementAndGet();
    }
  }

  /** Notes how they stand now. An instance that has lost its lease goes on under another id. */
  public void look() {
    for (BenchReceiver receiver : receivers) {
      ReceiverStatus status = receiver.status();
      instances.add(status.instance());
      waiting = Math.max(waiting, status.ledger().waiting());
      Optional<Duration> since = status.ledger().saturatedFor();
      saturated = since.filter(time -> time.compareTo(saturated) > 0).orElse(saturated);
    }
  }

  /** How many leases were lost, as far as was looked. */
  public int leasesLost() {
    return instances.size() - receivers.size();
  }

  /** How many messages have ended on record. */
  public long ended() {
    return ended.get();
  }

  /** How many claims of others were taken over. */
  public long takeovers() {
    return takeovers.get();
  }

  /** For how long one of them has said that the ledger is saturated, at most. */
  public Duration saturated() {
    return saturated;
  }

  /** How many writes waited at one of them, at most. */
  public int waiting() {
    return waiting;
  }

  /** How they stand, for a message. */
  public String status() {
    return receivers.stream().map(BenchReceiver::status).toList().toString();
  }

  @Override
  public void close() {
    receivers.forEach(BenchReceiver::close);
    ledgers.forEach(CosmosLedger::close);
  }
}
