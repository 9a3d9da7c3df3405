package io.twinbus.proving.bench.product;

import io.twinbus.ledger.EntityKey;
import io.twinbus.ledger.InstanceId;
import io.twinbus.ledger.cosmos.CosmosLedger;
import io.twinbus.protocol.RegionName;
import io.twinbus.receiver.HandlerOutcome;
import io.twinbus.receiver.broker.AcceptOutcome;
import io.twinbus.receiver.broker.Broker;
import io.twinbus.receiver.runtime.Receiver;
import io.twinbus.receiver.runtime.ReceiverOptions;
import io.twinbus.receiver.runtime.ReceiverPlatform;
import io.twinbus.receiver.runtime.SessionCore;
import io.twinbus.receiver.session.worker.SessionWorker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ScheduledExecutorService;

/**
 * Receivers of one ledger that have no session, in virtual time: they keep their leases, observe
 * each other's, and write their vitals, as every receiver does. Not thread-safe.
 */
public final class IdleReceivers {

  /** Little beside a beat, and no divisor of it: so their beats are spread. */
  private static final Duration APART = Duration.ofMillis(17);

  private static final long SEED = 1;

  private final CosmosLedger ledger;
  private final VirtualTime time;
  private final Random random = new Random(SEED);
  private final List<Receiver> receivers = new ArrayList<>();

  /** No receivers yet, of this ledger. */
  public IdleReceivers(CosmosLedger ledger, VirtualTime time) {
    this.ledger = ledger;
    this.time = time;
  }

  /** Starts more of them until there are {@code count}, one after the other. */
  public void startUpTo(int count) throws InterruptedException {
    while (receivers.size() < count) {
      receivers.add(start());
      time.pass(APART);
    }
  }

  /** Lets {@code count} of them fall silent at once: their beats end, their leases stay. */
  public void silence(int count) {
    List<Receiver> silent = receivers.subList(0, count);
    silent.forEach(Receiver::drain);
    silent.clear();
  }

  /** How many of them have the lease that they should have. */
  public long holding() {
    return receivers.stream()
        .filter(receiver -> !receiver.status().leaseMargin().isNegative())
        .filter(receiver -> receiver.ready().toCompletableFuture().isDone())
        .count();
  }

  private Receiver start() {
    ScheduledExecutorService executor = time.executor();
    return Receiver.start(
        new Receiver.Parts(
            new Receiver.Parts.Place(new RegionName("east"), EntityKey.ofQueue("orders")),
            new NoSessions(),
            new Receiver.Parts.Records(ledger.sessions(), ledger.messages()),
            TimedStores.of(ledger.instances(), time),
            (message, invocation) ->
                CompletableFuture.completedFuture(new HandlerOutcome.Completed())),
        ReceiverOptions.ofDefaults(),
        (who, fact) -> {},
        new ReceiverPlatform(
            new ReceiverPlatform.Threads(executor, executor, executor),
            time,
            random,
            () -> InstanceId.random(random),
            (who, flow, context, now) ->
                SessionCore.of(new SessionWorker(who, flow, context, now))));
  }

  /** A broker that is asked for sessions and has none. */
  private static final class NoSessions implements Broker {

    @Override
    public CompletionStage<AcceptOutcome> acceptNext() {
      return new CompletableFuture<>();
    }

    @Override
    public void close() {}
  }
}
