package io.twinbus.proving.bench.product;

import io.twinbus.ledger.cosmos.CosmosLedger;
import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.time.Clocks;
import io.twinbus.receiver.HandlerOutcome;
import io.twinbus.receiver.broker.AcceptOutcome;
import io.twinbus.receiver.broker.Broker;
import io.twinbus.receiver.runtime.Receiver;
import io.twinbus.receiver.runtime.ReceiverOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;

/**
 * Receivers of one ledger that have no session: they keep their leases, observe each other's, and
 * write their vitals, as every receiver does. Not thread-safe.
 */
public final class IdleReceivers implements AutoCloseable {

  private static final int BOUND_SECONDS = 120;

  private final CosmosLedger ledger;
  private final List<Receiver> receivers = new ArrayList<>();

  /** No receivers yet, of this ledger. */
  public IdleReceivers(CosmosLedger ledger) {
    this.ledger = ledger;
  }

  /** Starts more of them until there are {@code count}, and waits until each has a lease. */
  public void startUpTo(int count) {
    List<CompletableFuture<?>> ready = new ArrayList<>();
    while (receivers.size() < count) {
      Receiver receiver = start();
      receivers.add(receiver);
      ready.add(receiver.ready().toCompletableFuture());
    }
    await(ready);
  }

  /** Lets {@code count} of them fall silent at once: their beats end, their leases stay. */
  public void silence(int count) {
    List<Receiver> silent = receivers.subList(0, count);
    await(silent.stream().map(receiver -> receiver.drain().toCompletableFuture()).toList());
    silent.clear();
  }

  private Receiver start() {
    return Receiver.start(
        new Receiver.Parts(
            new RegionName("east"),
            new NoSessions(),
            new Receiver.Parts.Records(ledger.sessions(), ledger.messages()),
            ledger.instances(),
            (message, invocation) ->
                CompletableFuture.completedFuture(new HandlerOutcome.Completed())),
        ReceiverOptions.ofDefaults(),
        (who, fact) -> {},
        Clocks.system());
  }

  private static void await(List<? extends CompletableFuture<?>> all) {
    CompletableFuture.allOf(all.toArray(CompletableFuture<?>[]::new))
        .orTimeout(BOUND_SECONDS, TimeUnit.SECONDS)
        .join();
  }

  @Override
  public void close() {
    silence(receivers.size());
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
