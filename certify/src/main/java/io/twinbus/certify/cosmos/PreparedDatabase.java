package io.twinbus.certify.cosmos;

import io.twinbus.certify.run.Belongings;
import io.twinbus.certify.run.RunName;
import java.net.URI;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The database {@value #NAME}, which a person has made for runs with an identity: no data role of
 * Cosmos DB makes databases or containers. A run removes what it has put there.
 *
 * @param endpoint of the account
 * @param deployments the database in which the deployment keeps its own ledger
 */
record PreparedDatabase(URI endpoint, String deployments) implements RunDatabase {

  /** Its name. */
  static final String NAME = "twinbus-certify";

  @Override
  public String name(RunName run) {
    return NAME;
  }

  @Override
  public List<String> commands() {
    String account = endpoint.getHost().replaceFirst("\\..*", "");
    String database =
        "az cosmosdb sql database create --resource-group GROUP --account-name %s --name %s --throughput %d"
            .formatted(account, NAME, THROUGHPUT);
    String role =
        "az cosmosdb sql role assignment create --resource-group GROUP --account-name %s --role-definition-name \"Cosmos DB Built-in Data Contributor\" --scope /dbs/%s --principal-id YOUR-OBJECT-ID"
            .formatted(account, NAME);
    return List.of(
        database,
        container(account, CHECKS),
        container(account, PreparedLedger.SESSIONS),
        container(account, PreparedLedger.LEASES),
        role);
  }

  private static String container(String account, String name) {
    return "az cosmosdb sql container create --resource-group GROUP --account-name %s --database-name %s --name %s --partition-key-path /%s --partition-key-version 2 --ttl -1"
        .formatted(account, NAME, name, AccountBench.PARTITION);
  }

  @Override
  public void take(RunName run, AccountBench bench, Belongings belongings) throws Exception {
    var unused = AccountBench.awaited(bench.client().getDatabase(NAME).getContainer(CHECKS).read());
    belongings.make("items in the database " + NAME, () -> {}, bench::removeItems);
  }

  @Override
  public Optional<String> takeLedger(
      RunName run, Instant now, AccountBench bench, Belongings belongings) throws Exception {
    return deployments.equals(NAME)
        ? Optional.of(
            "The deployment keeps its own ledger in the database '%s': name another one for it."
                .formatted(NAME))
        : new PreparedLedger(bench.client().getDatabase(NAME)).take(run, now, belongings);
  }

  @Override
  public Map<String, String> ledger(RunName run) {
    return Map.of(
        "twinbus.ledger.database",
        NAME,
        "twinbus.ledger.container",
        PreparedLedger.SESSIONS,
        "twinbus.ledger.leases",
        PreparedLedger.LEASES,
        "twinbus.ledger.create-if-missing",
        "false");
  }

  @Override
  public String refused() {
    return "A right is missing: to write and query items this identity needs the role Cosmos DB Built-in Data Contributor on the database '%s' of %s, as the commands above give it."
        .formatted(NAME, endpoint);
  }

  @Override
  public String missing() {
    return "The database '%s' is missing, which an identity cannot make: have it made by the commands above."
        .formatted(NAME);
  }
}
