package io.twinbus.receiver.region;

import io.twinbus.ledger.Deployment;
import io.twinbus.ledger.EntityKey;
import io.twinbus.ledger.InstanceId;
import io.twinbus.ledger.cosmos.CosmosLedger;
import io.twinbus.ledger.cosmos.CosmosOptions;
import io.twinbus.ledger.cosmos.operation.OperationCounts;
import io.twinbus.ledger.store.QueueRecords;
import io.twinbus.protocol.entity.EntityCheck;
import io.twinbus.protocol.entity.EntityReading;
import io.twinbus.protocol.settings.ClusterSettings;
import io.twinbus.protocol.settings.EntitySettings;
import io.twinbus.protocol.settings.FlatSettings;
import io.twinbus.protocol.time.Clocks;
import io.twinbus.receiver.SessionHandler;
import io.twinbus.receiver.broker.RecordedIdsBroker;
import io.twinbus.receiver.runtime.FactListener;
import io.twinbus.receiver.runtime.Receiver;
import io.twinbus.receiver.runtime.ReceiverOptions;
import io.twinbus.receiver.runtime.ReceiverPlatform;
import io.twinbus.receiver.runtime.ReceiverQueue;
import io.twinbus.receiver.runtime.ReceiverSide;
import io.twinbus.receiver.runtime.ReceiverStatus;
import io.twinbus.receiver.servicebus.ServiceBusBroker;
import io.twinbus.receiver.servicebus.ServiceBusSettings;
import io.twinbus.servicebus.EntityReader;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * The receiver of one region with a ledger client and a broker client for each queue, checked as
 * the service checks them: what the Micronaut service runs, without its server. An application or a
 * test that hosts receivers itself starts it directly.
 *
 * <p>Thread-safe.
 */
public final class RegionReceiver implements AutoCloseable {

  private static final Duration FIRST_LEASE = Duration.ofSeconds(30);
  private static final Duration FOR_ENTITIES = Duration.ofSeconds(10);
  private static final Duration SHORTEST_CALL = Duration.ofMillis(500);
  private static final Duration LONGEST_CALL = Duration.ofSeconds(3);

  private final CosmosLedger ledger;
  private final Receiver receiver;
  private final Deque<Runnable> toClose;

  private RegionReceiver(CosmosLedger ledger, Receiver receiver, Deque<Runnable> toClose) {
    this.ledger = ledger;
    this.receiver = receiver;
    this.toClose = toClose;
  }

  /**
   * Begins a receiver with the settings of {@code configuration}: those of the cluster, of the
   * ledger, and below {@code twinbus.receiver}.
   *
   * <p>{@link io.twinbus.protocol.configuration.Configuration#load} reads the configuration from a
   * YAML file and the environment.
   *
   * @throws io.twinbus.protocol.settings.InvalidSettingException with one sentence for each mistake
   */
  public static RegionReceiverBuilder builder(FlatSettings configuration) {
    return RegionReceiverBuilder.from(configuration);
  }

  /**
   * Starts a receiver of one queue. It accepts sessions as soon as its first lease stands: {@link
   * #awaitReady()}.
   *
   * @param facts is told what the session workers do; must be thread-safe and must not block
   * @throws io.twinbus.ledger.cosmos.LedgerStartException when the ledger must not be used, or is
   *     out of reach; its message is one sentence
   * @throws EntityRefusedException when the queue or subscription must not be used
   */
  public static RegionReceiver start(
      ReceiverSettings settings, SessionHandler handler, FactListener facts)
      throws EntityRefusedException {
    return start(List.of(new HandledQueue(settings, handler)), facts, new ArrayDeque<>());
  }

  /**
   * Starts a receiver of several queues, under one lease and with one client of the ledger. It
   * accepts sessions as soon as its first lease stands: {@link #awaitReady()}.
   *
   * @param queues one at least; what they share is read from the settings of the first
   * @param facts is told what the session workers do; must be thread-safe and must not block
   * @throws io.twinbus.ledger.cosmos.LedgerStartException when the ledger must not be used, or is
   *     out of reach; its message is one sentence
   * @throws EntityRefusedException when a queue or subscription must not be used
   */
  public static RegionReceiver start(List<HandledQueue> queues, FactListener facts)
      throws EntityRefusedException {
    return start(queues, facts, new ArrayDeque<>());
  }

  /** The same; what {@code toClose} holds already is closed with the receiver, after it. */
  static RegionReceiver start(
      List<HandledQueue> queues, FactListener facts, Deque<Runnable> toClose)
      throws EntityRefusedException {
    try {
      return open(queues, facts, toClose);
    } catch (EntityRefusedException | RuntimeException | Error e) {
      closeAll(toClose);
      throw e;
    }
  }

  private static RegionReceiver open(
      List<HandledQueue> queues, FactListener facts, Deque<Runnable> toClose)
      throws EntityRefusedException {
    ReceiverSettings settings = queues.get(0).settings();
    Clocks clocks = Clocks.system();
    CosmosLedger ledger = CosmosLedger.open(settings.ledger(), ledgerOptions(settings), clocks);
    toClose.push(ledger::close);
    ledger.requireDeployment(Deployment.of(settings.cluster()));
    ledger.requireGeneration(settings.ledgerUse().generation());
    checkEntities(queues);
    List<ReceiverQueue> parts = new ArrayList<>();
    for (HandledQueue queue : queues) {
      EntitySettings entity = queue.settings().cluster().entity();
      ServiceBusBroker broker =
          new ServiceBusBroker(
              new ServiceBusSettings(
                  settings.region(),
                  entity,
                  ServiceBusSettings.Limits.ofDefaults()
                      .withMaxBody(queue.settings().options().limits().maxBody())),
              clocks);
      toClose.push(broker::close);
      parts.add(part(queue, broker, ledger));
    }
    Receiver receiver =
        Receiver.start(
            settings.region().name(),
            ledger.instances(),
            parts,
            settings.options(),
            new ReceiverSide(facts, ReceiverPlatform.of(clocks)));
    toClose.push(receiver::close);
    return new RegionReceiver(ledger, receiver, toClose);
  }

  private static ReceiverQueue part(
      HandledQueue queue, ServiceBusBroker broker, CosmosLedger ledger) {
    EntityKey key = EntityKey.of(queue.settings().cluster().entity());
    QueueRecords records = ledger.recordsOf(key);
    return new ReceiverQueue(
        key,
        RecordedIdsBroker.of(broker, queue.settings().ledger().ids()),
        new Receiver.Parts.Records(records.sessions(), records.messages()),
        queue.handler(),
        queue.settings().ofQueue());
  }

  /**
   * Waits until the first lease stands in the ledger, 30 s at most.
   *
   * @return the name of the instance
   * @throws LeaseNotHeldException when it does not by then
   */
  public InstanceId awaitReady() throws InterruptedException, LeaseNotHeldException {
    try {
      return receiver
          .ready()
          .toCompletableFuture()
          .get(FIRST_LEASE.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException | TimeoutException e) {
      throw new LeaseNotHeldException(FIRST_LEASE);
    }
  }

  /** How it stands, all its queues together. */
  public ReceiverStatus status() {
    return receiver.status();
  }

  /**
   * How it stands for {@code queue}; the other queues are not looked at.
   *
   * @throws IllegalArgumentException when it is none of the receiver's
   */
  public ReceiverStatus status(EntityKey queue) {
    return receiver.status(queue);
  }

  /** How it stands for each of its queues. */
  public Map<EntityKey, ReceiverStatus> statuses() {
    return receiver.statuses();
  }

  /** What it has asked of the ledger so far. */
  public OperationCounts ledgerOperations() {
    return ledger.meter().snapshot();
  }

  /**
   * Drains: accepts no more, lets handler calls return and claims be released, within the shutdown
   * grace and a few seconds; then closes its clients. Blocks; idempotent.
   */
  @Override
  public void close() {
    closeAll(toClose);
  }

  private static void closeAll(Deque<Runnable> toClose) {
    synchronized (toClose) {
      while (!toClose.isEmpty()) {
        toClose.pop().run();
      }
    }
  }

  /** Asks for all at once; one that does not answer holds nothing up for longer than that. */
  private static void checkEntities(List<HandledQueue> queues) throws EntityRefusedException {
    Map<HandledQueue, List<CompletableFuture<EntityReading>>> readings = new LinkedHashMap<>();
    queues.forEach(queue -> readings.put(queue, readings(queue.settings().cluster())));
    for (Map.Entry<HandledQueue, List<CompletableFuture<EntityReading>>> each :
        readings.entrySet()) {
      ReceiverOptions options = each.getKey().settings().options();
      new EntityStartCheck(new EntityCheck(options.flow().horizon().retention()))
          .require(each.getValue().stream().map(CompletableFuture::join).toList());
    }
  }

  private static List<CompletableFuture<EntityReading>> readings(ClusterSettings cluster) {
    return cluster.regions().values().stream()
        .map(region -> new EntityReader(region, cluster.entity(), FOR_ENTITIES))
        .map(reader -> reader.read().toCompletableFuture())
        .toList();
  }

  /** A renewal must fit into the lease several times over. */
  private static CosmosOptions ledgerOptions(ReceiverSettings settings) {
    Duration third = settings.options().lease().lease().dividedBy(3);
    Duration atLeast = third.compareTo(SHORTEST_CALL) < 0 ? SHORTEST_CALL : third;
    return CosmosOptions.ofDefaults()
        .withCallTimeout(atLeast.compareTo(LONGEST_CALL) > 0 ? LONGEST_CALL : atLeast)
        .withRetention(
            settings.options().flow().horizon().retention(),
            settings.options().flow().horizon().explicit())
        .withCreateIfMissing(settings.ledgerUse().create());
  }
}
