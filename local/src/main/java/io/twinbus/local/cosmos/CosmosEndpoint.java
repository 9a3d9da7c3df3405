package io.twinbus.local.cosmos;

import io.netty.channel.ChannelPipeline;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpServerCodec;
import io.twinbus.local.cosmos.faults.FaultCount;
import io.twinbus.local.cosmos.faults.FaultInjector;
import io.twinbus.local.cosmos.faults.FaultRule;
import io.twinbus.local.cosmos.gateway.Account;
import io.twinbus.local.cosmos.gateway.CosmosGateway;
import io.twinbus.local.cosmos.gateway.MasterKey;
import io.twinbus.local.cosmos.gateway.RequestCounts;
import io.twinbus.local.cosmos.store.DocumentStore;
import io.twinbus.local.network.Listener;
import io.twinbus.local.network.ListenerOptions;
import io.twinbus.local.network.Outage;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;

/**
 * A Cosmos DB account on a loopback port, in memory.
 *
 * <p>Unmodified SDKs connect in gateway mode over plain HTTP; the Java SDK needs the system
 * property {@code COSMOS.HTTP_CONNECTION_WITHOUT_TLS_ALLOWED=true} before its first class loads.
 * Thread-safe.
 */
public final class CosmosEndpoint implements AutoCloseable {
  private static final int THREADS = 2;
  private static final int MAX_HEADER_BYTES = 65_536;
  private static final int MAX_BODY_BYTES = 8 * 1_024 * 1_024;

  private final String key;
  private final FaultInjector faults;
  private final Listener listener;
  private final CosmosGateway gateway;

  private CosmosEndpoint(CosmosEndpointOptions options) {
    this.key = options.key();
    this.faults = new FaultInjector(new Random(options.seed()));
    MasterKey masterKey = new MasterKey(options.key());
    // The account names its own port, which is known only once the listener is open: early requests
    // wait for the gateway.
    CompletableFuture<CosmosGateway> ready = new CompletableFuture<>();
    this.listener =
        Listener.open(
            new ListenerOptions(
                "ledger", options.port(), THREADS, pipeline -> speakHttp(pipeline, ready)));
    AccountOptions said = options.account();
    Account account =
        new Account(
            said.region(), endpoint() + "/", said.consistency(), said.multipleWriteRegions());
    this.gateway =
        new CosmosGateway(masterKey, account, faults, new DocumentStore(options.clock()));
    ready.complete(gateway);
  }

  /**
   * Starts an endpoint.
   *
   * @throws io.twinbus.local.network.PortTakenException if another process listens on the port
   * @throws IllegalArgumentException if the key is no base64
   */
  public static CosmosEndpoint start(CosmosEndpointOptions options) {
    return new CosmosEndpoint(options);
  }

  /** The URL for a client's {@code endpoint}. */
  public String endpoint() {
    return "http://localhost:" + listener.port();
  }

  /** The key for a client. */
  public String key() {
    return key;
  }

  /** The loopback port. */
  public int port() {
    return listener.port();
  }

  /** Makes the account unreachable until {@link #restore()}. */
  public void outage(Outage outage) {
    listener.outage(outage);
  }

  /** Ends an outage. */
  public void restore() {
    listener.restore();
  }

  /** Delays every byte by this much in each direction, at most a minute; zero ends it. */
  public void latency(Duration eachWay) {
    listener.latency(eachWay);
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

  /** Ends faults of single requests; outage and latency stay. */
  public void endFaults() {
    faults.heal();
  }

  /** Ends every fault: outage, latency and those of single requests. */
  public void heal() {
    faults.heal();
    listener.latency(Duration.ZERO);
    listener.restore();
  }

  /** What each injected fault did. */
  public List<FaultCount> faults() {
    return faults.counts();
  }

  /** What was asked and answered so far. */
  public RequestCounts counts() {
    return gateway.counts();
  }

  /** Stops listening and forgets all documents. */
  @Override
  public void close() {
    listener.close();
  }

  private static void speakHttp(ChannelPipeline pipeline, CompletableFuture<CosmosGateway> ready) {
    pipeline.addLast(
        new HttpServerCodec(MAX_HEADER_BYTES, MAX_HEADER_BYTES, MAX_HEADER_BYTES),
        new HttpObjectAggregator(MAX_BODY_BYTES),
        new HttpHandler(ready));
  }
}
