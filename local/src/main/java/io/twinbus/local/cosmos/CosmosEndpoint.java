package io.twinbus.local.cosmos;

import io.twinbus.local.cosmos.faults.FaultCount;
import io.twinbus.local.cosmos.faults.FaultInjector;
import io.twinbus.local.cosmos.faults.FaultRule;
import io.twinbus.local.cosmos.faults.LedgerLie;
import io.twinbus.local.cosmos.gateway.Account;
import io.twinbus.local.cosmos.gateway.AccountKeys;
import io.twinbus.local.cosmos.gateway.Consistency;
import io.twinbus.local.cosmos.gateway.CosmosGateway;
import io.twinbus.local.cosmos.gateway.MasterKey;
import io.twinbus.local.cosmos.gateway.RequestCounts;
import io.twinbus.local.cosmos.gateway.RequestRates;
import io.twinbus.local.cosmos.regions.AccountJournal;
import io.twinbus.local.cosmos.regions.LateWriteCounts;
import io.twinbus.local.cosmos.regions.Regions;
import io.twinbus.local.cosmos.regions.Replication;
import io.twinbus.local.cosmos.store.DocumentStore;
import io.twinbus.local.cosmos.store.Limits;
import io.twinbus.local.network.Latency;
import io.twinbus.local.network.Listener;
import io.twinbus.local.network.Outage;
import io.twinbus.local.storage.DataDirectory;
import io.twinbus.local.storage.HoldingOutbox;
import io.twinbus.local.storage.Outbox;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Function;

/**
 * A Cosmos DB account on loopback ports, in memory or kept in a data directory.
 *
 * <p>Unmodified SDKs connect in gateway mode over plain HTTP; the Java SDK needs the system
 * property {@code COSMOS.HTTP_CONNECTION_WITHOUT_TLS_ALLOWED=true} before its first class loads. An
 * account of several regions has a port for each and one of its own; clients are told of them by
 * the account document. Thread-safe.
 */
public final class CosmosEndpoint implements AutoCloseable {
  private final String key;
  private final String readOnlyKey;
  private final boolean tls;
  private final FaultInjector faults;
  private final Regions regions;
  private final Doors doors;
  private final CosmosGateway gateway;
  private final RequestRates rates;
  private final DelayedFailOver failOver;
  private final DelayedFailOver partitionFailOver;

  private CosmosEndpoint(
      CosmosEndpointOptions options, AccountJournal journal, Function<Executor, Outbox> outboxes) {
    this.key = options.key();
    this.tls = options.tls() != null;
    this.readOnlyKey = CosmosEndpointOptions.randomKey();
    this.faults = new FaultInjector(new Random(options.seed()));
    AccountOptions said = options.account();
    // Tests move the account's clock, not that of the clients which date their signatures.
    AccountKeys keys =
        new AccountKeys(new MasterKey(key), new MasterKey(readOnlyKey), InstantSource.system());
    this.regions =
        new Regions(
            said.regions(),
            said.consistency() == Consistency.STRONG
                ? Replication.synchronous()
                : Replication.after(said.replicationLag()),
            new Limits(options.quotas().partitionBytes()),
            options.clock(),
            journal);
    this.failOver =
        new DelayedFailOver(
            () -> !regions.isUp(regions.writeRegion()),
            regions::replaceLostWriter,
            said.failOverAfter(),
            timer());
    this.partitionFailOver =
        new DelayedFailOver(
            regions.partitions()::hasLost,
            regions.partitions()::replaceLost,
            said.partitionFailOverAfter(),
            timer());
    // The account names its own ports, which are known only once the doors are open: early requests
    // wait for the gateway.
    CompletableFuture<CosmosGateway> ready = new CompletableFuture<>();
    this.doors = Doors.open(options, ready, outboxes);
    Account account =
        new Account(
            doors.ports(),
            said.consistency(),
            said.multipleWriteRegions(),
            said.partitionFailOverAfter() != null,
            said.serverless());
    this.rates = new RequestRates(options.quotas().requestUnitsPerSecond(), options.clock());
    this.gateway = new CosmosGateway(keys, account, faults, regions, options.clock(), rates);
    ready.complete(gateway);
  }

  /**
   * Starts an endpoint.
   *
   * @throws io.twinbus.local.network.PortTakenException if another process listens on the port
   * @throws IllegalArgumentException if the key is no base64
   */
  public static CosmosEndpoint start(CosmosEndpointOptions options) {
    return new CosmosEndpoint(options, AccountJournal.NONE, thread -> Outbox.IMMEDIATE);
  }

  /**
   * Starts an endpoint with the documents that a directory keeps; what it acknowledges is kept.
   *
   * @throws io.twinbus.local.network.PortTakenException if another process listens on the port
   * @throws IllegalArgumentException if the key is no base64
   * @throws io.twinbus.local.storage.DataDirectoryException if a document cannot be read
   */
  public static CosmosEndpoint start(CosmosEndpointOptions options, DataDirectory data) {
    LedgerLog log = new LedgerLog(data);
    return new CosmosEndpoint(
        options, log, thread -> new HoldingOutbox(data, log::newestGroup, thread));
  }

  /** The URL for a client's {@code endpoint}. */
  public String endpoint() {
    return "http://localhost:" + doors.port();
  }

  /** The same for a client that speaks TLS; it is told of https addresses only. */
  public Optional<String> tlsEndpoint() {
    return tls ? Optional.of("https://localhost:" + doors.port()) : Optional.empty();
  }

  /** The key for a client. */
  public String key() {
    return key;
  }

  /** The loopback port. */
  public int port() {
    return doors.port();
  }

  /** A key that allows only reads; the account makes it. */
  public String readOnlyKey() {
    return readOnlyKey;
  }

  /** The names of the regions: the write region, then the others by their priority. */
  public List<String> regions() {
    return regions.names();
  }

  /**
   * The URL of a region, for clients that are to know no other; usually they find it out.
   *
   * @throws IllegalArgumentException if there is no such region
   */
  public String endpoint(String region) {
    return doors.endpoint(region);
  }

  /**
   * Makes a region the one that is written, without loss. Clients that write elsewhere are refused
   * with 403 and substatus 3 and find it out.
   *
   * @throws IllegalArgumentException if there is no such region
   * @throws IllegalStateException if this one or the write region is down
   */
  public void failOver(String region) {
    regions.failOver(region);
    look();
  }

  /**
   * Makes a region the one that is written, as it is: writes that had not reached it are lost,
   * which a strongly consistent account does not have.
   *
   * @return the number of lost writes to items
   * @throws IllegalArgumentException if there is no such region
   * @throws IllegalStateException if it is down
   */
  public int forceFailOver(String region) {
    int lost = regions.forceFailOver(region);
    look();
    return lost;
  }

  /**
   * Has writes that are refused for want of a quorum land later, with this chance, as a strongly
   * consistent account may: at once when enough regions are back, before any newer write, as far as
   * their conditions hold by then. 0 ends it; {@link #heal} does so, too.
   *
   * @throws IllegalArgumentException if it is not between 0 and 1
   */
  public void landLate(double chance, long seed) {
    regions.landLate(chance, seed);
  }

  /** What became of writes that were refused for want of a quorum. */
  public LateWriteCounts lateWrites() {
    return regions.lateWrites();
  }

  /**
   * A region loses the partition of a container, in whichever database, until {@link
   * #restorePartition} or {@link #heal}: its items are answered with 503 there. Other containers
   * are served, and other regions serve this one.
   *
   * @throws IllegalArgumentException if there is no such region
   */
  public void losePartition(String container, String region) {
    regions.partitions().lose(container, region);
    look();
  }

  /** A region has the partition of a container again. */
  public void restorePartition(String container, String region) {
    regions.partitions().restore(container, region);
    look();
  }

  /**
   * Has the items of a container be written in another region, as per-partition fail-over does. It
   * stays until the account fails over.
   *
   * @throws IllegalArgumentException if there is no such region
   * @throws IllegalStateException if it does not serve the container, or the account is not
   *     strongly consistent
   */
  public void failOverPartition(String container, String region) {
    regions.partitions().failOver(container, region);
    look();
  }

  /** The region in which the items of a container are written. */
  public String writeRegion(String container) {
    return regions.partitions().writeRegion(container);
  }

  private void look() {
    failOver.look();
    partitionFailOver.look();
  }

  private static ScheduledExecutorService timer() {
    return Executors.newSingleThreadScheduledExecutor(
        task -> {
          Thread thread = new Thread(task, "twinbus-local-fail-over");
          thread.setDaemon(true);
          return thread;
        });
  }

  /** Makes all regions unreachable until {@link #restore()}. */
  public void outage(Outage outage) {
    doors.outage(outage);
  }

  /**
   * Takes a region away until it or all are restored. With several regions the account's own
   * address stays.
   *
   * @throws IllegalArgumentException if there is no such region
   */
  public void outage(String region, Outage outage) {
    regions.goDown(region);
    look();
    doors.outage(region, outage);
  }

  /** Ends all outages. */
  public void restore() {
    regions.names().forEach(this::restore);
    doors.restore();
  }

  /** Ends a region's outage; it returns with what the write region holds. */
  public void restore(String region) {
    regions.comeBack(region);
    look();
    doors.restore(region);
  }

  /** Delays every byte by this much in each direction, at most a minute; zero ends it. */
  public void latency(Duration eachWay) {
    doors.latency(eachWay);
  }

  /** Delays all that passes from now on; {@link Latency#NONE} ends it. */
  public void latency(Latency latency) {
    doors.latency(latency);
  }

  /** The sockets of the account's own address, to ask what the network does to them. */
  public Listener listener() {
    return doors.own();
  }

  /** Ends one fault; its counts stay. False: there is none with this number. */
  public boolean endFault(int id) {
    return faults.end(id);
  }

  /** Has the account break a rule of the service until {@link #endFaults} or {@link #heal}. */
  public void lie(LedgerLie lie) {
    faults.lie(lie);
  }

  /** The rules that the account breaks now. */
  public Set<LedgerLie> lies() {
    return faults.lies();
  }

  /** Injects a fault of single requests; the number identifies it in {@link #faults()}. */
  public int inject(FaultRule rule) {
    return faults.add(rule);
  }

  /**
   * Injects a fault of single requests to one partition, such as one session's; others are spared.
   */
  public int injectInto(String partition, FaultRule rule) {
    return faults.add(partition, rule);
  }

  /** The request units a second that containers may spend, to be changed at any time. */
  public RequestRates requestRates() {
    return rates;
  }

  /** The names of all containers, in whichever database. */
  public List<String> containers() {
    return regions.read(regions.writeRegion(), DocumentStore::containers);
  }

  /** Ends faults of single requests, and lies; outage, latency and rates stay. */
  public void endFaults() {
    faults.heal();
  }

  /** Ends every fault: outages, latency, rates and those of single requests; a fail-over stays. */
  public void heal() {
    faults.heal();
    rates.restore();
    doors.latency(Duration.ZERO);
    restore();
    regions.partitions().restore();
    look();
    regions.landLate(0, 1);
  }

  /**
   * Makes the account as new for the next test: faults end, and all containers are empty. Databases
   * and containers stay with their settings, so that clients go on; a fail-over stays, too. Answers
   * how many items are gone.
   */
  public int reset() {
    heal();
    return regions.empty();
  }

  /** What each injected fault did. */
  public List<FaultCount> faults() {
    return faults.counts();
  }

  /** What was asked and answered so far. */
  public RequestCounts counts() {
    return gateway.counts();
  }

  /** Stops listening and forgets what no directory keeps. */
  @Override
  public void close() {
    failOver.close();
    partitionFailOver.close();
    doors.close();
  }
}
