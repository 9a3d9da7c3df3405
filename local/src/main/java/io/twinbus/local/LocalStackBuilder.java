package io.twinbus.local;

import io.twinbus.local.cosmos.AccountOptions;
import io.twinbus.local.cosmos.CosmosEndpointOptions;
import io.twinbus.local.cosmos.Quotas;
import io.twinbus.local.cosmos.gateway.Consistency;
import io.twinbus.local.network.ConnectionLimits;
import io.twinbus.local.network.LocalCertificate;
import io.twinbus.local.servicebus.Access;
import io.twinbus.local.servicebus.NamespaceSettings;
import io.twinbus.local.servicebus.QueueSettings;
import io.twinbus.local.servicebus.ServiceBusEndpointOptions;
import io.twinbus.local.servicebus.config.EntityFile;
import io.twinbus.local.storage.DataDirectory.Durability;
import java.net.InetAddress;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The settings of a {@link LocalStack} to be. Not thread-safe. */
public final class LocalStackBuilder {
  private List<String> regions = List.of("east", "west");
  private Function<String, NamespaceSettings> entities =
      region -> NamespaceSettings.ofQueues(QueueSettings.sessionQueue("orders"));
  private final Map<String, Integer> regionPorts = new HashMap<>();
  private CosmosEndpointOptions ledger = CosmosEndpointOptions.defaults();
  private InstantSource clock = InstantSource.system();
  private ConnectionLimits limits = ConnectionLimits.defaults();
  private InetAddress address = InetAddress.getLoopbackAddress();
  private int controlPort;
  private Access access = Access.open();
  private @Nullable LocalCertificate tls;
  private @Nullable DataLocation data;

  LocalStackBuilder() {}

  /** The regions; default {@code east} and {@code west}. */
  public LocalStackBuilder regions(String... names) {
    regions = List.of(names);
    return this;
  }

  /** The queues of every region; default {@code orders}, with sessions. */
  public LocalStackBuilder queues(QueueSettings... settings) {
    return entities(NamespaceSettings.ofQueues(settings));
  }

  /** The queues and topics of every region, in place of any given before. */
  public LocalStackBuilder entities(NamespaceSettings settings) {
    entities = region -> settings;
    return this;
  }

  /** The queues and topics of each region from a file, in place of any given before. */
  public LocalStackBuilder entities(EntityFile file) {
    entities = file::forRegion;
    return this;
  }

  /**
   * Where everything listens; default the loopback address. In a container it is the wildcard
   * address, {@code 0.0.0.0}: whoever reaches the machine's ports then reaches the stack.
   */
  public LocalStackBuilder address(InetAddress value) {
    address = value;
    return this;
  }

  /** The port of a region's Service Bus; default 0, any free one. */
  public LocalStackBuilder regionPort(String region, int port) {
    regionPorts.put(region, port);
    return this;
  }

  /** The port of the ledger; default 0, any free one. */
  public LocalStackBuilder ledgerPort(int port) {
    ledger = ledger.withPort(port);
    return this;
  }

  /** The ledger's base64 key; default a random one. */
  public LocalStackBuilder ledgerKey(String key) {
    ledger = ledger.withKey(key);
    return this;
  }

  /**
   * The ledger's default consistency; default strong. Products that need it refuse to start with
   * less.
   */
  public LocalStackBuilder consistency(Consistency consistency) {
    ledger = ledger.withConsistency(consistency);
    return this;
  }

  /**
   * What kind of account the ledger is: its regions, its consistency, several write regions so that
   * a refusal can be seen. Default one region, strongly consistent.
   */
  public LocalStackBuilder ledgerAccount(AccountOptions account) {
    ledger = ledger.withAccount(account);
    return this;
  }

  /** What the ledger may hold and spend; default the service's limits and no budget. */
  public LocalStackBuilder ledgerQuotas(Quotas quotas) {
    ledger = ledger.withQuotas(quotas);
    return this;
  }

  /** The port of the control endpoint; default 0, any free one. */
  public LocalStackBuilder controlPort(int port) {
    controlPort = port;
    return this;
  }

  /** Who may connect to the Service Bus of every region; default everybody, with any key. */
  public LocalStackBuilder access(Access value) {
    access = value;
    return this;
  }

  /**
   * Serves clients that speak TLS, too, at the same ports, for SDKs that know no plain mode; they
   * have to trust the certificate. Default: plain only.
   */
  public LocalStackBuilder tls(LocalCertificate certificate) {
    tls = certificate;
    return this;
  }

  /** How long endpoints bear with silent connections; default 30 s and 2 min. */
  public LocalStackBuilder connectionLimits(ConnectionLimits value) {
    limits = value;
    return this;
  }

  /**
   * Keeps queues and documents in this directory: what was acknowledged is there when a stack is
   * started on it again, also after a kill of the process. Default: memory only, which is faster.
   */
  public LocalStackBuilder dataDir(Path directory) {
    return data(new DataLocation(directory, Durability.PROCESS_KILL));
  }

  /** Keeps queues and documents so. */
  public LocalStackBuilder data(DataLocation location) {
    data = location;
    return this;
  }

  /** The wall clock of all endpoints; default the system's. */
  public LocalStackBuilder clock(InstantSource source) {
    clock = source;
    return this;
  }

  /**
   * The options as they stand.
   *
   * @throws IllegalArgumentException if they contradict each other, in one sentence
   */
  public LocalStackOptions options() {
    List<ServiceBusEndpointOptions> endpoints = new ArrayList<>();
    for (String region : regions) {
      ServiceBusEndpointOptions endpoint =
          ServiceBusEndpointOptions.ofDefaults(region)
              .withAddress(address)
              .withPort(regionPorts.getOrDefault(region, 0))
              .withEntities(entities.apply(region))
              .withAccess(access)
              .withClock(clock)
              .withLimits(limits);
      endpoints.add(tls == null ? endpoint : endpoint.withTls(tls));
    }
    if (!regions.containsAll(regionPorts.keySet())) {
      throw new IllegalArgumentException(
          "A port is given for a region that is none of " + String.join(", ", regions) + ".");
    }
    CosmosEndpointOptions account = ledger.withAddress(address).withClock(clock).withLimits(limits);
    return new LocalStackOptions(
        endpoints, tls == null ? account : account.withTls(tls), address, controlPort, data);
  }

  /**
   * Starts the stack.
   *
   * @throws io.twinbus.local.network.PortTakenException if a port is taken; nothing is left running
   * @throws IllegalArgumentException if the settings contradict each other, in one sentence
   * @throws io.twinbus.local.storage.DataDirectoryException if the data directory cannot be used
   */
  public LocalStack start() {
    return LocalStack.start(options());
  }
}
