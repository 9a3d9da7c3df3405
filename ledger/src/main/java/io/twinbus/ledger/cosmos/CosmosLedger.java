package io.twinbus.ledger.cosmos;

import com.azure.core.credential.TokenCredential;
import io.twinbus.ledger.Deployment;
import io.twinbus.ledger.EntityKey;
import io.twinbus.ledger.LedgerSettings;
import io.twinbus.ledger.WriteId;
import io.twinbus.ledger.WriteMark;
import io.twinbus.ledger.audit.AuditStore;
import io.twinbus.ledger.cosmos.document.Retention;
import io.twinbus.ledger.cosmos.document.SessionCodec;
import io.twinbus.ledger.cosmos.identity.LedgerIdentity;
import io.twinbus.ledger.cosmos.operation.OperationMeter;
import io.twinbus.ledger.store.InstanceStores;
import io.twinbus.ledger.store.LedgerQueries;
import io.twinbus.ledger.store.MessageStore;
import io.twinbus.ledger.store.QueueRecords;
import io.twinbus.ledger.store.SessionErasure;
import io.twinbus.ledger.store.SessionStore;
import io.twinbus.protocol.time.Clocks;
import java.time.Instant;
import java.util.UUID;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The ledger in three Cosmos DB containers: the stores that the receiver works with, what the CLI
 * asks and notes, and what it all costs.
 *
 * <p>Opening it takes these steps, and ends with one sentence at the first that fails:
 *
 * <ol>
 *   <li>plain http is refused unless it stays on this machine;
 *   <li>the account is read: its default consistency must be Strong, and one region accept writes;
 *   <li>the containers are found (or created, if so configured); each must be partitioned by {@code
 *       /pk}, with keys of version 2;
 *   <li>a write with an outdated ETag must be refused (unless the caller only reads);
 *   <li>where one is refused in a request that several writes share, too, and so is a create of
 *       what is there, session records are written so while many are under way.
 * </ol>
 *
 * <p>Who writes leases has a client and connections of its own for them, so that no load on the
 * session records makes a beat late. Tools, which only read, have one client.
 *
 * <p>Its stages complete on the SDK's threads, of which there are few: hand over at once, and never
 * block there. Thread-safe.
 */
public final class CosmosLedger implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(CosmosLedger.class);

  private final ContainerCalls calls;
  private final ContainerCalls signs;
  private final Writes shared;
  private final QueueRecords records;
  private final InstanceStores instances;
  private final SessionErasure erasure;
  private final ContainerCalls acts;
  private final AuditStore audit;
  private final LedgerSettings settings;
  private final Clocks clocks;
  private final CosmosOptions options;
  private final String account;
  private final @Nullable ScheduledExecutorService timer;

  /** What a ledger was found to be. */
  private record Found(String account, boolean sharesRequests) {}

  private CosmosLedger(
      Clients clients, LedgerSettings settings, CosmosOptions options, Clocks clocks, Found found) {
    this.settings = settings;
    this.options = options;
    this.clocks = clocks;
    this.account = found.account();
    this.calls =
        ContainerCalls.of(clients.sessions(), sessions(clients, settings), options, clocks);
    this.signs = ContainerCalls.of(clients.leases(), leases(clients, settings), options, clocks);
    this.timer = found.sharesRequests() ? timer() : null;
    this.shared =
        timer == null
            ? calls.documents()
            : new SharedWrites(calls.documents(), calls.bulk(options), timer, clocks);
    this.records = recordsOf(settings.queue());
    this.erasure = new CosmosMessageStore(settings.queue(), calls, options.retention());
    this.instances =
        new InstanceStores(
            new CosmosLeaseStore(signs.documents(), signs.queries(), signs.failures()),
            new CosmosVitalsStore(signs.documents(), signs.queries()),
            new CosmosDirectiveStore(signs.documents(), signs.failures()));
    this.acts = ContainerCalls.of(clients.leases(), audit(clients, settings), options, clocks);
    this.audit = new CosmosAuditStore(acts);
  }

  /**
   * Opens the ledger and checks it; blocks for seconds, and not for minutes.
   *
   * @throws LedgerStartException with one sentence when it cannot be used
   */
  public static CosmosLedger open(LedgerSettings settings, CosmosOptions options, Clocks clocks) {
    return open(settings, options, clocks, LedgerIdentity.ofEnvironment());
  }

  /**
   * The same as {@code identity}, where the settings have no key.
   *
   * @throws LedgerStartException with one sentence when it cannot be used
   */
  public static CosmosLedger open(
      LedgerSettings settings, CosmosOptions options, Clocks clocks, LedgerIdentity identity) {
    SdkProperties.prepare(settings);
    TokenCredential credential = identity.credential(settings);
    AccountReader reader = new AccountReader(settings, credential, clocks);
    AccountFacts account = reader.read();
    AccountCheck check = new AccountCheck(settings);
    check.check(account);
    check.clock(reader.clockBehind());
    Clients clients = Clients.connect(settings, options, credential);
    try {
      ContainerCheck containers = new ContainerCheck(clients.sessions(), settings);
      containers.checkSessions(options.createIfMissing());
      containers.checkLeases(options.createIfMissing());
      if (options.createIfMissing()) {
        containers.checkAudit(true);
      }
      boolean shares =
          options.probe() && probed(sessions(clients, settings), settings, options, clocks);
      return new CosmosLedger(clients, settings, options, clocks, new Found(account.id(), shares));
    } catch (RuntimeException e) {
      clients.close();
      throw e;
    }
  }

  /** Refuses an account that takes outdated ETags; whether writes may share requests. */
  private static boolean probed(
      OpenContainer container, LedgerSettings settings, CosmosOptions options, Clocks clocks) {
    BlockingCalls calls = uncountedCalls(container, options, clocks);
    String name = "probe-" + UUID.randomUUID();
    new ConformanceProbe(calls, settings).run(name);
    boolean shares = new SharingProbe(calls, uncountedBulk(container, options, clocks)).holds(name);
    if (!shares) {
      LOG.warn(
          "The ledger at {} was not seen to keep conditions in requests that several writes share:"
              + " each record is written by a request of its own, at the cost of throughput.",
          settings.endpoint());
    }
    return shares;
  }

  /**
   * Makes sure that this ledger is {@code deployment}'s, and writes so where it is nobody's yet;
   * for whoever writes session records. Blocks.
   *
   * @throws LedgerStartException when it is another deployment's, or does not answer
   */
  public void requireDeployment(Deployment deployment) {
    DeploymentCheck.ofSessions(uncounted(calls), settings).check(deployment, stamp());
    DeploymentCheck.ofLeases(uncounted(signs), settings).check(deployment, stamp());
  }

  /**
   * Has this ledger be {@code deployment}'s, whosever it was; none of its receivers may run.
   * Blocks.
   *
   * @throws LedgerStartException when its containers belong to others, or it does not answer
   */
  public void adopt(Deployment deployment) {
    DeploymentCheck.ofSessions(uncounted(calls), settings).adopt(deployment, stamp());
    DeploymentCheck.ofLeases(uncounted(signs), settings).adopt(deployment, stamp());
  }

  /**
   * Makes sure that this ledger is no copy of another one, as a restored backup is, unless {@code
   * generation} confirms it by being higher than the one on record; for whoever writes session
   * records. Blocks.
   *
   * @param generation 1 at first, one more after each restore
   * @throws LedgerStartException when it is a copy, a generation ahead, or does not answer
   */
  public void requireGeneration(int generation) {
    new GenerationCheck(uncounted(calls), settings, account).check(generation, stamp());
  }

  /**
   * The same for whoever only puts something right in it: writes nothing, and confirms nothing.
   * Blocks.
   *
   * @throws LedgerStartException when it is a copy, another generation, or does not answer
   */
  public void compareGeneration(int generation) {
    new GenerationCheck(uncounted(calls), settings, account).compare(generation);
  }

  /**
   * Makes sure that this ledger is of the schema that this build reads, and that ids are configured
   * in the form in which it keeps them; one that is no deployment's yet has neither. Writes
   * nothing. Blocks.
   *
   * @throws LedgerStartException when the schemas, the forms or their keys differ, or it does not
   *     answer
   */
  public void compareForm() {
    DeploymentCheck.ofSessions(uncounted(calls), settings).compareForm();
  }

  private BlockingCalls uncounted(ContainerCalls container) {
    return uncountedCalls(container.container(), options, clocks);
  }

  private WriteMark stamp() {
    Instant now = clocks.now().wall();
    return WriteMark.of(new WriteId(UUID.randomUUID().toString()), now);
  }

  /** The session records of the settings' queue. */
  public SessionStore sessions() {
    return records.sessions();
  }

  /** The message records of the settings' queue. */
  public MessageStore messages() {
    return records.messages();
  }

  /** The records of {@code queue}, by the same connections. */
  public QueueRecords recordsOf(EntityKey queue) {
    Retention retention = options.retention();
    SessionCodec codec = new SessionCodec(queue, retention);
    return new QueueRecords(
        new CosmosSessionStore(queue, calls, shared, codec),
        new CosmosMessageStore(queue, calls, retention),
        new CosmosQueries(queue, calls.queries(), codec));
  }

  /** The instances' leases and vitals, and what operators want of them. */
  public InstanceStores instances() {
    return instances;
  }

  /** An operator's questions about the settings' queue. */
  public LedgerQueries queries() {
    return records.queries();
  }

  /** Erases what stands beside the record of a forgotten session. */
  public SessionErasure erasure() {
    return erasure;
  }

  /** What operators did; tools alone read and write it. */
  public AuditStore audit() {
    return audit;
  }

  /** What has been asked of the sessions' container so far. */
  public OperationMeter meter() {
    return calls.meter();
  }

  /** What has been asked of the leases' container so far. */
  public OperationMeter leaseMeter() {
    return signs.meter();
  }

  /** The request units that all of its containers have asked for so far. */
  public double requestUnits() {
    return Stream.of(calls, signs, acts)
        .mapToDouble(each -> each.meter().snapshot().requestUnits())
        .sum();
  }

  /** Closes the connections; operations under way or yet to come end as unknown. */
  @Override
  public void close() {
    if (timer != null) {
      timer.shutdown();
    }
    calls.close();
    signs.close();
    acts.close();
  }

  static OpenContainer sessions(Clients clients, LedgerSettings settings) {
    LedgerSettings.Place place = settings.place();
    return new OpenContainer(
        clients.sessions().getDatabase(place.database()).getContainer(place.sessions()));
  }

  static OpenContainer leases(Clients clients, LedgerSettings settings) {
    LedgerSettings.Place place = settings.place();
    return new OpenContainer(
        clients.leases().getDatabase(place.database()).getContainer(place.leases()));
  }

  private static OpenContainer audit(Clients clients, LedgerSettings settings) {
    LedgerSettings.Place place = settings.place();
    return new OpenContainer(
        clients.leases().getDatabase(place.database()).getContainer(place.audit()));
  }

  static BlockingCalls uncountedCalls(
      OpenContainer container, CosmosOptions options, Clocks clocks) {
    OperationMeter unseen = new OperationMeter();
    return new BlockingCalls(
        new DocumentCalls(
            container,
            options.callTimeout(),
            unseen,
            new Failures(unseen, new RefusalLog(clocks))));
  }

  static BulkCalls uncountedBulk(OpenContainer container, CosmosOptions options, Clocks clocks) {
    OperationMeter unseen = new OperationMeter();
    return new BulkCalls(
        container, options.callTimeout(), unseen, new Failures(unseen, new RefusalLog(clocks)));
  }

  private static ScheduledExecutorService timer() {
    return Executors.newSingleThreadScheduledExecutor(
        task -> {
          Thread thread = new Thread(task, "ledger-gather");
          thread.setDaemon(true);
          return thread;
        });
  }
}
