package io.twinbus.certify.cosmos;

import com.azure.cosmos.CosmosAsyncClient;
import com.azure.cosmos.CosmosException;
import com.azure.cosmos.models.CosmosContainerProperties;
import com.azure.cosmos.models.CosmosDatabaseProperties;
import com.azure.cosmos.models.PartitionKeyDefinition;
import com.azure.cosmos.models.PartitionKeyDefinitionVersion;
import com.azure.cosmos.models.ThroughputProperties;
import io.twinbus.certify.check.Assumption;
import io.twinbus.certify.check.Check;
import io.twinbus.certify.check.LongTimes;
import io.twinbus.certify.check.Trial;
import io.twinbus.certify.cosmos.AccountBench.Place;
import io.twinbus.certify.run.Belongings;
import io.twinbus.certify.run.Pace;
import io.twinbus.certify.run.RunName;
import io.twinbus.ledger.LedgerSettings;
import io.twinbus.ledger.cosmos.CosmosOptions;
import io.twinbus.ledger.cosmos.LedgerAccount;
import io.twinbus.ledger.cosmos.LedgerStartException;
import io.twinbus.ledger.cosmos.identity.LedgerIdentity;
import io.twinbus.protocol.time.Clocks;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A ledger's account as the place of a run. It touches no database but the run's own.
 *
 * <p>With a key the run makes its database and removes it. With an identity, whose roles cannot
 * make databases, it uses the database {@value #PREPARED}, which a person has made, and removes the
 * items that it created there; the closing run's ledger is in the same database. Not thread-safe.
 */
public final class AccountSite implements AutoCloseable {

  /** The place's name in results. */
  public static final String NAME = "ledger";

  /** The database that is used where the run cannot make one. */
  public static final String PREPARED = "twinbus-certify";

  private static final List<Check<AccountBench, ?>> CHECKS =
      List.of(
          new ItemExpires(),
          new StrongRead(),
          new StrongAccount(),
          new OneWriteRegion(),
          new CreateConflict(),
          new StaleReplace(),
          new PartitionsApart(),
          new QueryWhole());

  private static final String CONTAINER = "checks";
  private static final int THROUGHPUT = 400;
  private static final int WITHOUT_DEFAULT_TTL = -1;
  private static final int NOT_FOUND = 404;
  private static final int UNAUTHORIZED = 401;
  private static final int FORBIDDEN = 403;

  private final LedgerSettings settings;
  private final Clocks clocks;
  private final LedgerIdentity identity;
  private final List<Check<AccountBench, ?>> checks;
  private @Nullable AccountBench bench;
  private boolean hasDatabase;

  /**
   * The account that {@code settings} name; connects when it is first asked something.
   *
   * @param identity is asked where {@code settings} have no key
   * @param longTimes of the long checks; empty: without them
   */
  public AccountSite(
      LedgerSettings settings,
      Clocks clocks,
      LedgerIdentity identity,
      Optional<LongTimes> longTimes) {
    this.identity = identity;
    this.checks = checks(longTimes);
    this.settings = settings;
    this.clocks = clocks;
  }

  /**
   * What is tried of the account.
   *
   * @param longTimes of the long checks; empty: without them
   */
  public static List<Assumption> assumptions(Optional<LongTimes> longTimes) {
    return checks(longTimes).stream().map(Check::assumption).toList();
  }

  private static List<Check<AccountBench, ?>> checks(Optional<LongTimes> longTimes) {
    List<Check<AccountBench, ?>> all = new ArrayList<>();
    longTimes.ifPresent(times -> all.add(new TtlPurge(times)));
    all.addAll(CHECKS);
    return all;
  }

  /**
   * What a person types so that an identity can run the checks; empty with a key, which can make
   * databases.
   */
  public List<String> commands() {
    if (settings.key().isPresent()) {
      return List.of();
    }
    String account = settings.endpoint().getHost().replaceFirst("\\..*", "");
    return """
    az cosmosdb sql database create --resource-group GROUP --account-name %1$s --name %2$s --throughput %4$d
    az cosmosdb sql container create --resource-group GROUP --account-name %1$s --database-name %2$s \
    --name %3$s --partition-key-path /%5$s --partition-key-version 2 --ttl -1
    az cosmosdb sql container create --resource-group GROUP --account-name %1$s --database-name %2$s \
    --name %6$s --partition-key-path /%5$s --partition-key-version 2 --ttl -1
    az cosmosdb sql container create --resource-group GROUP --account-name %1$s --database-name %2$s \
    --name %7$s --partition-key-path /%5$s --partition-key-version 2 --ttl -1
    az cosmosdb sql role assignment create --resource-group GROUP --account-name %1$s \
    --role-definition-name "Cosmos DB Built-in Data Contributor" --scope /dbs/%2$s --principal-id YOUR-OBJECT-ID\
    """
        .formatted(
            account,
            PREPARED,
            CONTAINER,
            THROUGHPUT,
            AccountBench.PARTITION,
            PreparedLedger.SESSIONS,
            PreparedLedger.LEASES)
        .lines()
        .toList();
  }

  /**
   * Removes the databases of runs that are over and have not removed them; answers their names.
   * With an identity there are none.
   *
   * @throws RuntimeException when the account refuses or does not answer
   */
  public List<String> clear(Instant now) {
    if (settings.key().isEmpty()) {
      return List.of();
    }
    LedgerAccount account = LedgerAccount.connect(settings, clocks, identity);
    List<String> removed = new ArrayList<>();
    try (CosmosAsyncClient client =
        account.clientIn(account.writeRegions().get(0), CosmosOptions.ofDefaults())) {
      for (CosmosDatabaseProperties database :
          AccountBench.awaited(client.readAllDatabases().collectList())) {
        if (RunName.read(database.getId()).filter(run -> run.isOver(now)).isPresent()) {
          remove(client, database.getId());
          removed.add("database " + database.getId());
        }
      }
    }
    return removed;
  }

  /** The checks, ready to run in a container for {@code run}; or the reason why they cannot. */
  public List<Trial> prepare(RunName run, Belongings belongings, Pace pace) {
    try {
      LedgerAccount account = LedgerAccount.connect(settings, clocks, identity);
      AccountBench opened =
          new AccountBench(
              account,
              new Place(settings.key().isPresent() ? run.text() : PREPARED, CONTAINER),
              pace);
      bench = opened;
      if (settings.key().isPresent()) {
        make(run.text(), opened, belongings);
      } else {
        lookForPrepared(opened, belongings);
      }
      hasDatabase = true;
      return checks.stream().<Trial>map(check -> check.on(NAME, opened)).toList();
    } catch (Exception e) {
      String why = whyNot(e);
      return checks.stream().<Trial>map(check -> check.impossible(NAME, why)).toList();
    }
  }

  /**
   * Makes sure of a ledger for the closing run; answers why there can be none, or nothing. Asked
   * after {@link #prepare}.
   */
  public Optional<String> makeLedger(RunName run, Belongings belongings) {
    AccountBench opened = bench;
    if (opened == null || !hasDatabase) {
      return Optional.of("The run has no database of its own.");
    }
    if (settings.key().isPresent()) {
      return Optional.empty();
    }
    if (settings.place().database().equals(PREPARED)) {
      return Optional.of(
          "The deployment keeps its own ledger in the database '%s': name another one for it."
              .formatted(PREPARED));
    }
    try {
      return new PreparedLedger(opened.client(), PREPARED, CONTAINER)
          .take(run, clocks.now().wall(), belongings);
    } catch (Exception e) {
      return Optional.of(whyNot(e));
    }
  }

  /** Where that ledger is, as settings. */
  public Map<String, String> ledger(RunName run) {
    return settings.key().isPresent()
        ? Map.of("twinbus.ledger.database", run.text(), "twinbus.ledger.create-if-missing", "true")
        : Map.of(
            "twinbus.ledger.database",
            PREPARED,
            "twinbus.ledger.container",
            PreparedLedger.SESSIONS,
            "twinbus.ledger.leases",
            PreparedLedger.LEASES,
            "twinbus.ledger.create-if-missing",
            "false");
  }

  private static void make(String database, AccountBench opened, Belongings belongings)
      throws Exception {
    CosmosAsyncClient client = opened.client();
    PartitionKeyDefinition key = new PartitionKeyDefinition();
    key.setPaths(List.of("/" + AccountBench.PARTITION));
    key.setVersion(PartitionKeyDefinitionVersion.V2);
    belongings.make(
        "database " + database,
        () -> {
          var unusedDatabase =
              AccountBench.awaited(
                  client.createDatabase(
                      database, ThroughputProperties.createManualThroughput(THROUGHPUT)));
          var unusedContainer =
              AccountBench.awaited(
                  client
                      .getDatabase(database)
                      .createContainer(
                          new CosmosContainerProperties(CONTAINER, key)
                              .setDefaultTimeToLiveInSeconds(WITHOUT_DEFAULT_TTL)));
        },
        () -> remove(client, database));
  }

  private static void lookForPrepared(AccountBench opened, Belongings belongings) throws Exception {
    var unused =
        AccountBench.awaited(opened.client().getDatabase(PREPARED).getContainer(CONTAINER).read());
    belongings.make("items in the database " + PREPARED, () -> {}, opened::removeItems);
  }

  private static void remove(CosmosAsyncClient client, String database) {
    try {
      var unused = AccountBench.awaited(client.getDatabase(database).delete());
    } catch (CosmosException e) {
      if (e.getStatusCode() != NOT_FOUND) {
        throw e;
      }
    }
  }

  private String whyNot(Exception failure) {
    if (failure instanceof LedgerStartException) {
      return String.valueOf(failure.getMessage());
    }
    int status = failure instanceof CosmosException cosmos ? cosmos.getStatusCode() : 0;
    boolean isRefused = status == UNAUTHORIZED || status == FORBIDDEN;
    if (settings.key().isEmpty() && status == NOT_FOUND) {
      return "The database '%s' is missing, which an identity cannot make: have it made by the commands above."
          .formatted(PREPARED);
    }
    if (isRefused) {
      return settings.key().isEmpty()
          ? "A right is missing: to write and query items this identity needs the role Cosmos DB Built-in Data Contributor on the database '%s' of %s, as the commands above give it."
              .formatted(PREPARED, settings.endpoint())
          : "A right is missing: to make a database of its own the run needs a read-write key of %s, and twinbus.ledger.key is none."
              .formatted(settings.endpoint());
    }
    return "No database could be made at %s (%s): check the key and the account."
        .formatted(
            settings.endpoint(),
            status == 0 ? failure.getClass().getSimpleName() : "HTTP " + status);
  }

  @Override
  public void close() {
    if (bench != null) {
      bench.close();
    }
  }
}
