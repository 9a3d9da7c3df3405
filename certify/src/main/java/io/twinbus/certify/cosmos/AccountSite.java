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
import io.twinbus.certify.check.Trial;
import io.twinbus.certify.cosmos.AccountBench.Place;
import io.twinbus.certify.run.Belongings;
import io.twinbus.certify.run.Pace;
import io.twinbus.certify.run.RunName;
import io.twinbus.ledger.LedgerSettings;
import io.twinbus.ledger.cosmos.CosmosOptions;
import io.twinbus.ledger.cosmos.LedgerAccount;
import io.twinbus.ledger.cosmos.LedgerStartException;
import io.twinbus.protocol.time.Clocks;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A ledger's account as the place of a run. It touches no database but the run's own.
 *
 * <p>With a key the run makes its database and removes it. With an identity, whose roles cannot
 * make databases, it uses the database {@value #PREPARED}, which a person has made, and removes the
 * items that it created there. Not thread-safe.
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

  private final LedgerSettings settings;
  private final Clocks clocks;
  private @Nullable AccountBench bench;
  private boolean hasDatabase;

  /** The account that {@code settings} name; connects when it is first asked something. */
  public AccountSite(LedgerSettings settings, Clocks clocks) {
    this.settings = settings;
    this.clocks = clocks;
  }

  /** What is tried of the account. */
  public static List<Assumption> assumptions() {
    return CHECKS.stream().map(Check::assumption).toList();
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
    az cosmosdb sql role assignment create --resource-group GROUP --account-name %1$s \
    --role-definition-name "Cosmos DB Built-in Data Contributor" --scope /dbs/%2$s --principal-id YOUR-OBJECT-ID\
    """
        .formatted(account, PREPARED, CONTAINER, THROUGHPUT, AccountBench.PARTITION)
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
    LedgerAccount account = LedgerAccount.connect(settings, clocks);
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
      LedgerAccount account = LedgerAccount.connect(settings, clocks);
      AccountBench opened =
          new AccountBench(
              account,
              new Place(settings.key().isPresent() ? run.text() : PREPARED, CONTAINER),
              pace);
      bench = opened;
      if (settings.key().isPresent()) {
        make(run.text(), opened, belongings);
        hasDatabase = true;
      } else {
        lookForPrepared(opened, belongings);
      }
      return CHECKS.stream().map(check -> check.on(NAME, opened)).toList();
    } catch (Exception e) {
      String why = whyNot(e);
      return CHECKS.stream().map(check -> check.impossible(NAME, why)).toList();
    }
  }

  /** Why the run's database can hold no ledger; empty: it can. Asked after {@link #prepare}. */
  public Optional<String> whyNoLedger() {
    if (settings.key().isEmpty()) {
      return Optional.of(
          "A ledger of its own needs containers, which an identity cannot make: run it once with a key.");
    }
    return hasDatabase ? Optional.empty() : Optional.of("The run has no database of its own.");
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
    if (settings.key().isEmpty() && (status == NOT_FOUND || status == 401 || status == 403)) {
      return "A database and a right are missing: have the database '%s' made and this identity allowed to write there, by the commands above."
          .formatted(PREPARED);
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
