package io.twinbus.certify.cosmos;

import com.azure.cosmos.CosmosAsyncClient;
import com.azure.cosmos.CosmosException;
import com.azure.cosmos.models.CosmosContainerProperties;
import com.azure.cosmos.models.CosmosDatabaseProperties;
import com.azure.cosmos.models.PartitionKeyDefinition;
import com.azure.cosmos.models.PartitionKeyDefinitionVersion;
import com.azure.cosmos.models.ThroughputProperties;
import io.twinbus.certify.run.Belongings;
import io.twinbus.certify.run.RunName;
import java.net.URI;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A database that the run makes with the account's key, and removes whole. */
record OwnDatabase(URI endpoint) implements RunDatabase {

  private static final int WITHOUT_DEFAULT_TTL = -1;
  private static final int NOT_FOUND = 404;

  @Override
  public String name(RunName run) {
    return run.text();
  }

  @Override
  public List<String> commands() {
    return List.of();
  }

  @Override
  public void take(RunName run, AccountBench bench, Belongings belongings) throws Exception {
    CosmosAsyncClient client = bench.client();
    String name = name(run);
    belongings.make("database " + name, () -> make(client, name), () -> remove(client, name));
  }

  private static void make(CosmosAsyncClient client, String name) {
    PartitionKeyDefinition key = new PartitionKeyDefinition();
    key.setPaths(List.of("/" + AccountBench.PARTITION));
    key.setVersion(PartitionKeyDefinitionVersion.V2);
    var unusedDatabase =
        AccountBench.awaited(
            client.createDatabase(name, ThroughputProperties.createManualThroughput(THROUGHPUT)));
    var unusedContainer =
        AccountBench.awaited(
            client
                .getDatabase(name)
                .createContainer(
                    new CosmosContainerProperties(CHECKS, key)
                        .setDefaultTimeToLiveInSeconds(WITHOUT_DEFAULT_TTL)));
  }

  private static void remove(CosmosAsyncClient client, String name) {
    try {
      var unused = AccountBench.awaited(client.getDatabase(name).delete());
    } catch (CosmosException e) {
      if (e.getStatusCode() != NOT_FOUND) {
        throw e;
      }
    }
  }

  /** Removes the databases of runs that are over and have not removed them; answers their names. */
  List<String> clear(CosmosAsyncClient client, Instant now) {
    List<String> removed = new ArrayList<>();
    for (CosmosDatabaseProperties database :
        AccountBench.awaited(client.readAllDatabases().collectList())) {
      if (RunName.read(database.getId()).filter(run -> run.isOver(now)).isPresent()) {
        remove(client, database.getId());
        removed.add("database " + database.getId());
      }
    }
    return removed;
  }

  @Override
  public Optional<String> takeLedger(
      RunName run, Instant now, AccountBench bench, Belongings belongings) {
    return Optional.empty();
  }

  @Override
  public Map<String, String> ledger(RunName run) {
    return Map.of("twinbus.ledger.database", name(run), "twinbus.ledger.create-if-missing", "true");
  }

  @Override
  public String refused() {
    return "A right is missing: to make a database of its own the run needs a read-write key of %s, and twinbus.ledger.key is none."
        .formatted(endpoint);
  }

  @Override
  public String missing() {
    return "No database could be made at %s (HTTP 404): check the key and the account."
        .formatted(endpoint);
  }
}
