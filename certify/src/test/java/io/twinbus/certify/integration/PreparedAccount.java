package io.twinbus.certify.integration;

import com.azure.core.credential.AccessToken;
import com.azure.cosmos.CosmosClient;
import com.azure.cosmos.CosmosClientBuilder;
import com.azure.cosmos.models.CosmosContainerProperties;
import com.azure.cosmos.models.CosmosQueryRequestOptions;
import com.azure.cosmos.models.PartitionKeyDefinition;
import com.azure.cosmos.models.PartitionKeyDefinitionVersion;
import io.twinbus.certify.cosmos.AccountSite;
import io.twinbus.certify.run.Pace;
import io.twinbus.ledger.EntityKey;
import io.twinbus.ledger.LedgerSettings;
import io.twinbus.ledger.cosmos.identity.LedgerIdentity;
import io.twinbus.local.LocalStack;
import io.twinbus.ops.command.CliContext;
import io.twinbus.protocol.Secret;
import io.twinbus.protocol.time.Clocks;
import java.net.URI;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import reactor.core.publisher.Mono;

/** An account on which a person has prepared what a run with an identity needs, or a part of it. */
final class PreparedAccount implements AutoCloseable {

  /** The token of the identity that runs. */
  static final String TOKEN = "a-token-of-entra-id";

  private final LocalStack stack;
  private final Clocks clocks = Clocks.system();
  private final CosmosClient person;

  /** The account of {@code stack}, with nothing prepared. */
  PreparedAccount(LocalStack stack) {
    // As the product does when it connects; here the SDK comes first.
    System.setProperty("COSMOS.HTTP_CONNECTION_WITHOUT_TLS_ALLOWED", "true");
    this.stack = stack;
    this.person =
        new CosmosClientBuilder()
            .endpoint(stack.ledgerEndpoint())
            .key(stack.ledgerKey())
            .gatewayMode()
            .buildClient();
  }

  /** What a person does once, by the commands that the run prints. */
  void prepare(String... containers) {
    var unused = person.createDatabase(AccountSite.PREPARED);
    for (String container : containers) {
      PartitionKeyDefinition key = new PartitionKeyDefinition();
      key.setPaths(List.of("/pk"));
      key.setVersion(PartitionKeyDefinitionVersion.V2);
      var unusedContainer =
          person
              .getDatabase(AccountSite.PREPARED)
              .createContainer(
                  new CosmosContainerProperties(container, key).setDefaultTimeToLiveInSeconds(-1));
    }
  }

  /** Puts an item into a container of the prepared database. */
  void put(String container, String id) {
    var unused =
        person
            .getDatabase(AccountSite.PREPARED)
            .getContainer(container)
            .createItem(Map.of("id", id, "pk", id));
  }

  /** How many items the containers of the prepared database have, together. */
  long items(String... containers) {
    long all = 0;
    for (String container : containers) {
      all +=
          person
              .getDatabase(AccountSite.PREPARED)
              .getContainer(container)
              .queryItems(
                  "SELECT VALUE COUNT(1) FROM c", new CosmosQueryRequestOptions(), Long.class)
              .stream()
              .mapToLong(Long::longValue)
              .sum();
    }
    return all;
  }

  /** The account as a run with the identity of {@code token} sees it. */
  AccountSite site(URI endpoint, String token) {
    return site(endpoint, Optional.empty(), token, "twinbus");
  }

  /** The account as a run with its key sees it. */
  AccountSite siteWithKey() {
    return site(
        URI.create(stack.ledgerEndpoint()),
        Optional.of(new Secret(stack.ledgerKey())),
        "",
        "twinbus");
  }

  /** As an identity sees it whose deployment's ledger is in {@code database}. */
  AccountSite siteOfLedgerIn(URI endpoint, String database) {
    return site(endpoint, Optional.empty(), TOKEN, database);
  }

  private AccountSite site(URI endpoint, Optional<Secret> key, String token, String database) {
    return new AccountSite(
        ledger(endpoint, key, database, "orders"), clocks, identity(token), Optional.empty());
  }

  /** A ledger of {@code queue} in {@code database}. */
  static LedgerSettings ledger(URI endpoint, Optional<Secret> key, String database, String queue) {
    return new LedgerSettings(
        endpoint,
        key,
        LedgerSettings.Place.of(database, "ledger"),
        EntityKey.ofQueue(queue),
        false);
  }

  /** One that brings {@code token}. */
  static LedgerIdentity identity(String token) {
    return LedgerIdentity.of(
        request ->
            Mono.just(new AccessToken(token, OffsetDateTime.now(ZoneOffset.UTC).plusHours(1))));
  }

  /** A pace that holds nothing up. */
  Pace pace() {
    return new Pace(clocks, CliContext.ofThisMachine().pause(), 100);
  }

  @Override
  public void close() {
    person.close();
  }
}
