package io.twinbus.receiver.app;

import io.micrometer.core.instrument.MeterRegistry;
import io.micronaut.context.ApplicationContext;
import io.micronaut.runtime.server.EmbeddedServer;
import io.twinbus.ledger.Deployment;
import io.twinbus.ledger.InstanceId;
import io.twinbus.ledger.cosmos.CosmosLedger;
import io.twinbus.ledger.cosmos.CosmosOptions;
import io.twinbus.protocol.entity.EntityCheck;
import io.twinbus.protocol.entity.EntityReading;
import io.twinbus.protocol.time.Clocks;
import io.twinbus.receiver.SessionHandler;
import io.twinbus.receiver.flow.FactListener;
import io.twinbus.receiver.flow.Receiver;
import io.twinbus.receiver.metrics.ReceiverMetrics;
import io.twinbus.receiver.servicebus.EntityReader;
import io.twinbus.receiver.servicebus.ServiceBusBroker;
import io.twinbus.receiver.servicebus.ServiceBusSettings;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A running receiver service: server, ledger, broker and receiver, started in this order and closed
 * in the reverse one. Thread-safe.
 */
final class Service implements AutoCloseable {

  private static final Duration FIRST_LEASE = Duration.ofSeconds(30);
  private static final Duration FOR_ENTITIES = Duration.ofSeconds(10);
  private static final Duration SHORTEST_CALL = Duration.ofMillis(500);
  private static final Duration LONGEST_CALL = Duration.ofSeconds(3);

  private final Deque<Runnable> toClose = new ArrayDeque<>();

  /**
   * Starts a service; what was started is closed again when a part fails.
   *
   * @return one line that says where it is
   */
  synchronized String start(ApplicationContext context)
      throws InterruptedException, LeaseNotHeldException, EntityRefusedException {
    toClose.push(context::close);
    ReceiverSettings settings =
        ReceiverSettings.from(EnvironmentSettings.of(context.getEnvironment()));
    SessionHandler handler = HandlerChoice.choose(settings, context);
    EmbeddedServer server = context.getBean(EmbeddedServer.class).start();
    Clocks clocks = Clocks.system();
    CosmosLedger ledger = CosmosLedger.open(settings.ledger(), ledgerOptions(settings), clocks);
    toClose.push(ledger::close);
    ledger.requireDeployment(Deployment.of(settings.cluster()));
    ledger.requireGeneration(settings.ledgerUse().generation());
    checkEntities(settings);
    ServiceBusBroker broker =
        new ServiceBusBroker(
            ServiceBusSettings.of(settings.region(), settings.cluster().entity()), clocks);
    toClose.push(broker::close);
    FactCounts counts = new FactCounts();
    FactLog log = new FactLog();
    ReceiverMetrics metrics =
        new ReceiverMetrics(context.getBean(MeterRegistry.class), settings.region().name());
    FactListener meters = metrics.facts();
    Receiver receiver =
        Receiver.start(
            new Receiver.Parts(
                settings.region().name(),
                broker,
                new Receiver.Parts.Records(ledger.sessions(), ledger.messages()),
                ledger.leases(),
                metrics.timed(handler)),
            settings.options(),
            (who, fact) -> {
              counts.on(who, fact);
              meters.on(who, fact);
              log.on(who, fact);
            },
            clocks);
    toClose.push(receiver::close);
    metrics.watch(receiver::status, () -> ledger.meter().snapshot(), InstantSource.system());
    String region = settings.region().name().value();
    context
        .getBean(Monitor.class)
        .show(new Monitor.View(region, receiver::status, counts, () -> ledger.meter().snapshot()));
    return "Receiver ready: region=%s instance=%s port=%d"
        .formatted(region, firstLease(receiver), server.getPort());
  }

  /** Drains and closes; blocks. */
  @Override
  public synchronized void close() {
    while (!toClose.isEmpty()) {
      toClose.pop().run();
    }
  }

  /** Asks all regions at once; one that does not answer holds nothing up for longer than that. */
  private static void checkEntities(ReceiverSettings settings) throws EntityRefusedException {
    List<CompletableFuture<EntityReading>> readings =
        settings.cluster().regions().values().stream()
            .map(region -> new EntityReader(region, settings.cluster().entity(), FOR_ENTITIES))
            .map(reader -> reader.read().toCompletableFuture())
            .toList();
    new EntityStartCheck(new EntityCheck(settings.options().flow().horizon().retention()))
        .require(readings.stream().map(CompletableFuture::join).toList());
  }

  private static InstanceId firstLease(Receiver receiver)
      throws InterruptedException, LeaseNotHeldException {
    try {
      return receiver
          .ready()
          .toCompletableFuture()
          .get(FIRST_LEASE.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException | TimeoutException e) {
      throw new LeaseNotHeldException(FIRST_LEASE);
    }
  }

  /** A renewal must fit into the lease several times over. */
  private static CosmosOptions ledgerOptions(ReceiverSettings settings) {
    Duration third = settings.options().lease().lease().dividedBy(3);
    Duration atLeast = third.compareTo(SHORTEST_CALL) < 0 ? SHORTEST_CALL : third;
    return CosmosOptions.ofDefaults()
        .withCallTimeout(atLeast.compareTo(LONGEST_CALL) > 0 ? LONGEST_CALL : atLeast)
        .withRetention(settings.options().flow().horizon().retention())
        .withCreateIfMissing(settings.ledgerUse().create());
  }
}
