package io.twinbus.certify.integration;

import static org.assertj.core.api.Assertions.assertThat;

import com.azure.core.credential.AccessToken;
import com.azure.cosmos.CosmosClient;
import com.azure.cosmos.CosmosClientBuilder;
import com.azure.cosmos.models.CosmosContainerProperties;
import com.azure.cosmos.models.CosmosQueryRequestOptions;
import com.azure.cosmos.models.PartitionKeyDefinition;
import com.azure.cosmos.models.PartitionKeyDefinitionVersion;
import com.sun.net.httpserver.HttpServer;
import io.twinbus.certify.check.Finding.Grade;
import io.twinbus.certify.check.Result;
import io.twinbus.certify.check.Trial;
import io.twinbus.certify.cosmos.AccountSite;
import io.twinbus.certify.integration.RoleDoor.Role;
import io.twinbus.certify.run.Belongings;
import io.twinbus.certify.run.Examination;
import io.twinbus.certify.run.Pace;
import io.twinbus.certify.run.RunName;
import io.twinbus.certify.servicebus.BusSite;
import io.twinbus.ledger.EntityKey;
import io.twinbus.ledger.LedgerSettings;
import io.twinbus.ledger.cosmos.CosmosLedger;
import io.twinbus.ledger.cosmos.CosmosOptions;
import io.twinbus.ledger.cosmos.identity.LedgerIdentity;
import io.twinbus.local.LocalStack;
import io.twinbus.ops.command.CliContext;
import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.Secret;
import io.twinbus.protocol.settings.RegionSettings;
import io.twinbus.protocol.time.Clocks;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Mono;

/** What a run does with an identity and no key, and what it says where a right is missing. */
class RightsTest {

  private static final String TOKEN = "a-token-of-entra-id";

  @AutoClose private final LocalStack stack = LocalStack.builder().regions("east").start();
  private final Clocks clocks = Clocks.system();
  private final RunName run = RunName.of(Instant.now(), Duration.ofMinutes(10), new Random());
  private final Belongings belongings = new Belongings();

  /** As the product does when it connects; here the SDK comes first. */
  @BeforeAll
  static void allowPlainHttp() {
    System.setProperty("COSMOS.HTTP_CONNECTION_WITHOUT_TLS_ALLOWED", "true");
  }

  @Test
  void withADataRoleOnThePreparedDatabaseEveryCheckOfTheLedgerHoldsAndItsItemsAreRemoved()
      throws Exception {
    prepareDatabase();

    List<Result> results = examine(Role.CONTRIBUTOR, TOKEN);

    assertThat(results).hasSize(AccountSite.assumptions(Optional.empty()).size());
    assertThat(results)
        .allSatisfy(
            result ->
                assertThat(result.verdict().grade())
                    .as(result.verdict().sentence())
                    .isEqualTo(Grade.HOLDS));
    assertThat(belongings.names()).containsExactly("items in the database twinbus-certify");
    assertThat(itemsInThePreparedDatabase()).isZero();
  }

  @Test
  void theClosingRunOfAnIdentityHasALedgerInThePreparedDatabaseWhichIsEmptyAfterwards()
      throws Exception {
    prepareDatabase();
    prepareContainer("ledger");
    prepareContainer("ledger-leases");
    try (RoleDoor door = new RoleDoor(stack, TOKEN, Role.CONTRIBUTOR);
        AccountSite site = site(door.endpoint(), Optional.empty(), TOKEN)) {
      var unused = site.prepare(run, belongings, pace());

      assertThat(site.makeLedger(run, belongings)).isEmpty();
      assertThat(site.ledger(run))
          .containsEntry("twinbus.ledger.database", "twinbus-certify")
          .containsEntry("twinbus.ledger.create-if-missing", "false");
      openLedger(door.endpoint());
      put("ledger", "s", run.text() + "-work");
      put("ledger-leases", "east-1", run.text() + "-work");
      assertThat(site.makeLedger(another(), new Belongings()))
          .get()
          .asString()
          .contains("may still be at work");
      assertThat(belongings.removeAll()).isEmpty();
    }
    assertThat(items("ledger") + items("ledger-leases") + items("checks")).isZero();
  }

  @Test
  void whatARunThatIsOverHasLeftIsRemovedByTheNextOne() throws Exception {
    prepareDatabase();
    prepareContainer("ledger");
    prepareContainer("ledger-leases");
    RunName crashed =
        RunName.of(Instant.now().minusSeconds(900), Duration.ofMinutes(10), new Random());
    try (RoleDoor door = new RoleDoor(stack, TOKEN, Role.CONTRIBUTOR);
        AccountSite site = site(door.endpoint(), Optional.empty(), TOKEN)) {
      var unused = site.prepare(run, belongings, pace());
      assertThat(site.makeLedger(crashed, new Belongings())).isEmpty();
      put("ledger", "s", crashed.text() + "-work");

      assertThat(site.makeLedger(run, belongings)).isEmpty();

      assertThat(items("ledger")).isZero();
      assertThat(belongings.removeAll()).isEmpty();
    }
  }

  @Test
  void recordsThatNoRunHasMadeAreLeftAlone() throws Exception {
    prepareDatabase();
    prepareContainer("ledger");
    prepareContainer("ledger-leases");
    put("ledger", "s", "orders");
    try (RoleDoor door = new RoleDoor(stack, TOKEN, Role.CONTRIBUTOR);
        AccountSite site = site(door.endpoint(), Optional.empty(), TOKEN)) {
      var unused = site.prepare(run, belongings, pace());

      assertThat(site.makeLedger(run, belongings)).get().asString().contains("are left alone");
      assertThat(belongings.removeAll()).isEmpty();
    }
    assertThat(items("ledger")).isOne();
  }

  @Test
  void withoutTheContainersOfALedgerTheClosingRunNamesThem() throws Exception {
    prepareDatabase();
    try (RoleDoor door = new RoleDoor(stack, TOKEN, Role.CONTRIBUTOR);
        AccountSite site = site(door.endpoint(), Optional.empty(), TOKEN)) {
      var unused = site.prepare(run, belongings, pace());

      assertThat(site.makeLedger(run, belongings))
          .get()
          .asString()
          .contains("has no container 'ledger', which an identity cannot make");
    }
  }

  @Test
  void withoutThePreparedDatabaseTheRunNamesIt() throws Exception {
    assertNotRun(
        examine(Role.CONTRIBUTOR, TOKEN),
        "The database 'twinbus-certify' is missing, which an identity cannot make");
  }

  @Test
  void withoutARoleOnThatDatabaseTheRunNamesTheRole() throws Exception {
    prepareDatabase();

    assertNotRun(
        examine(Role.NONE_IN_THE_DATABASE, TOKEN),
        "A right is missing: to write and query items this identity needs the role Cosmos DB"
            + " Built-in Data Contributor on the database 'twinbus-certify'");
  }

  @Test
  void anIdentityThatTheAccountDoesNotKnowIsToldSo() throws Exception {
    assertNotRun(examine(Role.CONTRIBUTOR, "another"), "refuses this identity (HTTP 401)");
  }

  @Test
  void theCommandsThatPrepareTheDatabaseAreSaidToAnIdentityAlone() throws Exception {
    try (AccountSite byIdentity = site(URI.create(stack.ledgerEndpoint()), Optional.empty(), "");
        AccountSite byKey =
            site(
                URI.create(stack.ledgerEndpoint()),
                Optional.of(new Secret(stack.ledgerKey())),
                "")) {
      assertThat(byKey.commands()).isEmpty();
      assertThat(byIdentity.commands())
          .hasSize(5)
          .allSatisfy(line -> assertThat(line).startsWith("az cosmosdb sql "));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {401, 403})
  void aNamespaceThatRefusesToMakeQueuesHasTheRightNamed(int status) throws Exception {
    HttpServer namespace =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    namespace.createContext(
        "/",
        exchange -> {
          exchange.sendResponseHeaders(status, -1);
          exchange.close();
        });
    namespace.start();
    int port = namespace.getAddress().getPort();
    try (BusSite site =
        new BusSite(
            new RegionSettings(
                new RegionName("east"),
                null,
                new Secret(
                    "Endpoint=sb://127.0.0.1:%d;SharedAccessKeyName=k;SharedAccessKey=k;UseDevelopmentEmulator=true"
                        .formatted(port))),
            Optional.empty())) {
      assertNotRun(
          results(site.prepare(run, belongings, pace())),
          "A right is missing: to make queues of its own this identity needs Azure Service Bus Data Owner on 127.0.0.1:%d, or a connection string with Manage."
              .formatted(port));
    } finally {
      namespace.stop(0);
    }
  }

  private List<Result> examine(Role role, String brought) throws Exception {
    try (RoleDoor door = new RoleDoor(stack, TOKEN, role);
        AccountSite site = site(door.endpoint(), Optional.empty(), brought)) {
      List<Result> results = results(site.prepare(run, belongings, pace()));
      assertThat(belongings.removeAll()).isEmpty();
      return results;
    }
  }

  private List<Result> results(List<Trial> trials) throws InterruptedException {
    return new Examination(clocks, 8).run(trials, result -> {});
  }

  private static void assertNotRun(List<Result> results, String why) {
    assertThat(results)
        .isNotEmpty()
        .allSatisfy(
            result -> {
              assertThat(result.verdict().grade()).isEqualTo(Grade.NOT_RUN);
              assertThat(result.verdict().sentence()).contains(why);
            });
  }

  private AccountSite site(URI endpoint, Optional<Secret> key, String token) {
    return new AccountSite(
        new LedgerSettings(
            endpoint,
            key,
            LedgerSettings.Place.of("twinbus", "ledger"),
            EntityKey.ofQueue("orders"),
            false),
        clocks,
        identity(token),
        Optional.empty());
  }

  private static LedgerIdentity identity(String token) {
    return LedgerIdentity.of(
        request ->
            Mono.just(new AccessToken(token, OffsetDateTime.now(ZoneOffset.UTC).plusHours(1))));
  }

  private RunName another() {
    return RunName.of(Instant.now(), Duration.ofMinutes(10), new Random(2));
  }

  /** What a person does once, by the commands that the run prints. */
  private void prepareDatabase() {
    try (CosmosClient person = person()) {
      var unusedDatabase = person.createDatabase(AccountSite.PREPARED);
      var unusedContainer =
          person
              .getDatabase(AccountSite.PREPARED)
              .createContainer(
                  new CosmosContainerProperties("checks", "/pk").setDefaultTimeToLiveInSeconds(-1));
    }
  }

  private void prepareContainer(String name) {
    PartitionKeyDefinition key = new PartitionKeyDefinition();
    key.setPaths(List.of("/pk"));
    key.setVersion(PartitionKeyDefinitionVersion.V2);
    try (CosmosClient person = person()) {
      var unused =
          person
              .getDatabase(AccountSite.PREPARED)
              .createContainer(
                  new CosmosContainerProperties(name, key).setDefaultTimeToLiveInSeconds(-1));
    }
  }

  /** The product takes the containers as its ledger, with that identity. */
  private void openLedger(URI endpoint) {
    LedgerSettings settings =
        new LedgerSettings(
            endpoint,
            Optional.empty(),
            LedgerSettings.Place.of(AccountSite.PREPARED, "ledger"),
            EntityKey.ofQueue(run.text() + "-work"),
            false);
    CosmosLedger.open(settings, CosmosOptions.ofDefaults(), clocks, identity(TOKEN)).close();
  }

  private void put(String container, String id, String queue) {
    try (CosmosClient person = person()) {
      var unused =
          person
              .getDatabase(AccountSite.PREPARED)
              .getContainer(container)
              .createItem(Map.of("id", id, "pk", id, "queue", EntityKey.ofQueue(queue).value()));
    }
  }

  private long itemsInThePreparedDatabase() {
    return items("checks");
  }

  private long items(String container) {
    try (CosmosClient person = person()) {
      return person
          .getDatabase(AccountSite.PREPARED)
          .getContainer(container)
          .queryItems("SELECT VALUE COUNT(1) FROM c", new CosmosQueryRequestOptions(), Long.class)
          .stream()
          .mapToLong(Long::longValue)
          .sum();
    }
  }

  private CosmosClient person() {
    return new CosmosClientBuilder()
        .endpoint(stack.ledgerEndpoint())
        .key(stack.ledgerKey())
        .gatewayMode()
        .buildClient();
  }

  private Pace pace() {
    return new Pace(clocks, CliContext.ofThisMachine().pause(), 100);
  }
}
