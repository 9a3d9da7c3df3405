package io.twinbus.ledger.cosmos;

import com.azure.core.credential.TokenCredential;
import com.azure.cosmos.CosmosAsyncClient;
import com.azure.identity.DefaultAzureCredentialBuilder;
import io.twinbus.ledger.Deployment;
import io.twinbus.ledger.LedgerSettings;
import io.twinbus.ledger.WriteId;
import io.twinbus.ledger.WriteMark;
import io.twinbus.ledger.cosmos.LedgerStartException.Reason;
import io.twinbus.ledger.cosmos.document.MessageCodec;
import io.twinbus.ledger.cosmos.document.Retention;
import io.twinbus.ledger.cosmos.document.SessionCodec;
import io.twinbus.ledger.store.DirectiveStore;
import io.twinbus.ledger.store.LeaseStore;
import io.twinbus.ledger.store.LedgerQueries;
import io.twinbus.ledger.store.MessageStore;
import io.twinbus.ledger.store.SessionStore;
import io.twinbus.protocol.time.Clocks;
import java.time.Instant;
import java.util.UUID;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The ledger in a Cosmos DB container: the stores that the receiver works with, what the CLI asks,
 * and what it all costs.
 *
 * <p>Opening it takes these steps, and ends with one sentence at the first that fails:
 *
 * <ol>
 *   <li>plain http is refused unless it stays on this machine;
 *   <li>the account is read: its default consistency must be Strong, and one region accept writes;
 *   <li>the container is found (or created, if so configured) and must be partitioned by {@code
 *       /pk};
 *   <li>a write with an outdated ETag must be refused (unless the caller only reads);
 *   <li>where one is refused in a request that several writes share, too, session records are
 *       written so while many are under way.
 * </ol>
 *
 * <p>Its stages complete on the SDK's threads, of which there are few: hand over at once, and never
 * block there. Thread-safe.
 */
public final class CosmosLedger implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(CosmosLedger.class);

  private final CosmosAsyncClient client;
  private final OpenContainer container;
  private final OperationMeter meter = new OperationMeter();
  private final SessionStore sessions;
  private final MessageStore messages;
  private final LeaseStore leases;
  private final LedgerQueries queries;
  private final DirectiveStore directives;
  private final LedgerSettings settings;
  private final Clocks clocks;
  private final BlockingCalls uncounted;
  private final String account;
  private final @Nullable ScheduledExecutorService timer;

  /** What a ledger was found to be. */
  private record Found(String account, boolean sharesRequests) {}

  private CosmosLedger(
      CosmosAsyncClient client,
      LedgerSettings settings,
      CosmosOptions options,
      Clocks clocks,
      Found found) {
    this.client = client;
    this.container = container(client, settings);
    this.timer = found.sharesRequests() ? timer() : null;
    Failures failures = new Failures(meter, new RefusalLog(clocks));
    DocumentCalls calls = new DocumentCalls(container, options.callTimeout(), meter, failures);
    Replaces replaces =
        timer == null
            ? calls
            : new SharedReplaces(
                calls, new BulkCalls(container, options.callTimeout(), meter, failures), timer);
    QueryCalls queryCalls = new QueryCalls(container, options.queryTimeout(), meter, failures);
    Retention retention = new Retention(options.retention());
    SessionCodec codec = new SessionCodec(retention);
    this.sessions = new CosmosSessionStore(calls, replaces, queryCalls, codec, failures);
    this.messages = new CosmosMessageStore(calls, new MessageCodec(retention), failures);
    this.leases = new CosmosLeaseStore(calls, queryCalls, failures);
    this.queries = new CosmosQueries(queryCalls, codec);
    this.directives = new CosmosDirectiveStore(calls, failures);
    this.settings = settings;
    this.clocks = clocks;
    this.account = found.account();
    this.uncounted = uncountedCalls(container, options, clocks);
  }

  /**
   * Opens the ledger and checks it; blocks for seconds, and not for minutes.
   *
   * @throws LedgerStartException with one sentence when it cannot be used
   */
  public static CosmosLedger open(LedgerSettings settings, CosmosOptions options, Clocks clocks) {
    SdkProperties.prepare(settings);
    TokenCredential credential =
        settings.key().isPresent() ? null : new DefaultAzureCredentialBuilder().build();
    AccountReader reader = new AccountReader(settings, credential, clocks);
    AccountFacts account = reader.read();
    AccountCheck check = new AccountCheck(settings);
    check.check(account);
    check.clock(reader.clockBehind());
    CosmosAsyncClient client = connect(settings, options, credential);
    try {
      new ContainerCheck(client, settings).check(options.createIfMissing());
      boolean shares =
          options.probe() && probed(container(client, settings), settings, options, clocks);
      return new CosmosLedger(client, settings, options, clocks, new Found(account.id(), shares));
    } catch (RuntimeException e) {
      client.close();
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
          "The ledger at {} was not seen to keep ETags in requests that several writes share:"
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
    new DeploymentCheck(uncounted, settings).check(deployment, stamp());
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
    new GenerationCheck(uncounted, settings, account).check(generation, stamp());
  }

  /**
   * The same for whoever only puts something right in it: writes nothing, and confirms nothing.
   * Blocks.
   *
   * @throws LedgerStartException when it is a copy, another generation, or does not answer
   */
  public void compareGeneration(int generation) {
    new GenerationCheck(uncounted, settings, account).compare(generation);
  }

  private WriteMark stamp() {
    Instant now = clocks.now().wall();
    return WriteMark.of(new WriteId(UUID.randomUUID().toString()), now);
  }

  /** The session records. */
  public SessionStore sessions() {
    return sessions;
  }

  /** The message records. */
  public MessageStore messages() {
    return messages;
  }

  /** The instance leases. */
  public LeaseStore leases() {
    return leases;
  }

  /** What operators want of the regions. */
  public DirectiveStore directives() {
    return directives;
  }

  /** An operator's questions. */
  public LedgerQueries queries() {
    return queries;
  }

  /** What has been asked of the ledger so far. */
  public OperationMeter meter() {
    return meter;
  }

  /** Closes the connections; operations under way or yet to come end as unknown. */
  @Override
  public void close() {
    container.close();
    if (timer != null) {
      timer.shutdown();
    }
    client.close();
  }

  static OpenContainer container(CosmosAsyncClient client, LedgerSettings settings) {
    return new OpenContainer(
        client.getDatabase(settings.database()).getContainer(settings.container()));
  }

  private static CosmosAsyncClient connect(
      LedgerSettings settings, CosmosOptions options, @Nullable TokenCredential credential) {
    try {
      return ClientFactory.open(settings, options, credential);
    } catch (RuntimeException e) {
      throw new LedgerStartException(
          Reason.UNREACHABLE,
          "The ledger at %s answered once and then failed: try again, and look at the account's"
                  .formatted(settings.endpoint())
              + " health when it stays so.",
          e);
    }
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
