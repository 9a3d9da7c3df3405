package io.twinbus.certify.integration;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.twinbus.certify.check.Finding.Grade;
import io.twinbus.certify.check.Result;
import io.twinbus.certify.check.Trial;
import io.twinbus.certify.cosmos.AccountSite;
import io.twinbus.certify.integration.RoleDoor.Role;
import io.twinbus.certify.run.Belongings;
import io.twinbus.certify.run.Examination;
import io.twinbus.certify.run.RunName;
import io.twinbus.certify.servicebus.BusSite;
import io.twinbus.local.LocalStack;
import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.Secret;
import io.twinbus.protocol.settings.RegionSettings;
import io.twinbus.protocol.time.Clocks;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a run does with an identity and no key, and what it says where a right is missing. */
class RightsTest {

  @AutoClose private final LocalStack stack = LocalStack.builder().regions("east").start();
  @AutoClose private final PreparedAccount account = new PreparedAccount(stack);
  private final RunName run = RunName.of(Instant.now(), Duration.ofMinutes(10), new Random());
  private final Belongings belongings = new Belongings();

  @Test
  void withADataRoleOnThePreparedDatabaseEveryCheckOfTheLedgerHoldsAndItsItemsAreRemoved()
      throws Exception {
    account.prepare("checks");

    List<Result> results = examine(Role.CONTRIBUTOR, PreparedAccount.TOKEN);

    assertThat(results).hasSize(AccountSite.assumptions(Optional.empty()).size());
    assertThat(results)
        .allSatisfy(
            result ->
                assertThat(result.verdict().grade())
                    .as(result.verdict().sentence())
                    .isEqualTo(Grade.HOLDS));
    assertThat(belongings.names()).containsExactly("items in the database twinbus-certify");
    assertThat(account.items("checks")).isZero();
  }

  @Test
  void withoutThePreparedDatabaseTheRunNamesIt() throws Exception {
    assertNotRun(
        examine(Role.CONTRIBUTOR, PreparedAccount.TOKEN),
        "The database 'twinbus-certify' is missing, which an identity cannot make");
  }

  @Test
  void withoutARoleOnThatDatabaseTheRunNamesTheRole() throws Exception {
    account.prepare("checks");

    assertNotRun(
        examine(Role.NONE_IN_THE_DATABASE, PreparedAccount.TOKEN),
        "A right is missing: to write and query items this identity needs the role Cosmos DB"
            + " Built-in Data Contributor on the database 'twinbus-certify'");
  }

  @Test
  void anIdentityThatTheAccountDoesNotKnowIsToldSo() throws Exception {
    assertNotRun(examine(Role.CONTRIBUTOR, "another"), "refuses this identity (HTTP 401)");
  }

  @Test
  void theCommandsThatPrepareTheDatabaseAreSaidToAnIdentityAlone() {
    try (AccountSite byIdentity = account.site(URI.create("https://shop.documents.example/"), "");
        AccountSite byKey = account.siteWithKey()) {
      assertThat(byKey.commands()).isEmpty();
      assertThat(byIdentity.commands())
          .hasSize(5)
          .allSatisfy(
              line ->
                  assertThat(line)
                      .startsWith("az cosmosdb sql ")
                      .contains(" --resource-group GROUP --account-name shop "));
      assertThat(String.join("\n", byIdentity.commands()))
          .contains("--name checks ", "--name ledger ", "--name ledger-leases ");
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
          results(site.prepare(run, belongings, account.pace())),
          "A right is missing: to make queues of its own this identity needs Azure Service Bus Data Owner on 127.0.0.1:%d, or a connection string with Manage."
              .formatted(port));
    } finally {
      namespace.stop(0);
    }
  }

  private List<Result> examine(Role role, String brought) throws Exception {
    try (RoleDoor door = new RoleDoor(stack, PreparedAccount.TOKEN, role);
        AccountSite site = account.site(door.endpoint(), brought)) {
      List<Result> results = results(site.prepare(run, belongings, account.pace()));
      assertThat(belongings.removeAll()).isEmpty();
      return results;
    }
  }

  private static List<Result> results(List<Trial> trials) throws InterruptedException {
    return new Examination(Clocks.system(), 8).run(trials, result -> {});
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
}
