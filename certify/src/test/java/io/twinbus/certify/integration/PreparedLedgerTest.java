package io.twinbus.certify.integration;

import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.certify.cosmos.AccountSite;
import io.twinbus.certify.integration.RoleDoor.Role;
import io.twinbus.certify.run.Belongings;
import io.twinbus.certify.run.RunName;
import io.twinbus.ledger.Deployment;
import io.twinbus.ledger.cosmos.CosmosLedger;
import io.twinbus.ledger.cosmos.CosmosOptions;
import io.twinbus.local.LocalStack;
import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.time.Clocks;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** The ledger that the closing run of an identity has in the prepared database. */
class PreparedLedgerTest {

  private static final String[] ALL = {"checks", "ledger", "ledger-leases"};

  @AutoClose private final LocalStack stack = LocalStack.builder().regions("east").start();
  @AutoClose private final PreparedAccount account = new PreparedAccount(stack);
  @AutoClose private final RoleDoor door;
  @AutoClose private AccountSite site;
  private final RunName run = named(Instant.now(), 1);
  private final Belongings belongings = new Belongings();

  PreparedLedgerTest() throws Exception {
    door = new RoleDoor(stack, PreparedAccount.TOKEN, Role.CONTRIBUTOR);
    site = account.site(door.endpoint(), PreparedAccount.TOKEN);
  }

  @Test
  void theProductTakesItAndItIsEmptyAfterwards() {
    prepareWith(ALL);

    assertThat(site.makeLedger(run, belongings)).isEmpty();
    assertThat(site.ledger(run))
        .containsEntry("twinbus.ledger.database", "twinbus-certify")
        .containsEntry("twinbus.ledger.create-if-missing", "false");
    work(run.text());
    assertThat(account.items("ledger", "ledger-leases")).isGreaterThan(2);

    assertThat(belongings.removeAll()).isEmpty();
    assertThat(account.items(ALL)).isZero();
  }

  @Test
  void oneRunAtATimeHasIt() {
    prepareWith(ALL);
    assertThat(site.makeLedger(run, belongings)).isEmpty();
    Belongings others = new Belongings();

    Optional<String> obstacle = site.makeLedger(named(Instant.now(), 2), others);
    work(run.text());
    assertThat(others.removeAll()).isEmpty();

    assertThat(obstacle).get().asString().contains(run.text(), "may still be at work");
    assertThat(account.items("ledger")).isPositive();
    assertThat(belongings.removeAll()).isEmpty();
  }

  @Test
  void whatACrashedRunHasLeftIsRemovedByTheNextOne() {
    prepareWith(ALL);
    RunName crashed = named(Instant.now().minus(Duration.ofMinutes(15)), 3);
    assertThat(site.makeLedger(crashed, new Belongings())).isEmpty();
    work(crashed.text());

    assertThat(site.makeLedger(run, belongings)).isEmpty();

    assertThat(account.items("ledger", "ledger-leases")).isZero();
    assertThat(belongings.removeAll()).isEmpty();
    assertThat(account.items(ALL)).isZero();
  }

  @Test
  void theLedgerOfADeploymentIsLeftAlone() {
    prepareWith(ALL);
    work("shop");
    long before = account.items("ledger", "ledger-leases");

    assertThat(site.makeLedger(run, belongings))
        .get()
        .asString()
        .contains("(of the cluster 'shop'): they are left alone");

    assertThat(belongings.removeAll()).isEmpty();
    assertThat(account.items("ledger", "ledger-leases")).isEqualTo(before);
  }

  @Test
  void soAreItemsOfNoLedgerInEitherContainer() {
    prepareWith(ALL);
    account.put("ledger-leases", "somebody's");

    assertThat(site.makeLedger(run, belongings))
        .get()
        .asString()
        .contains("The container 'ledger-leases'", "are left alone");

    assertThat(belongings.removeAll()).isEmpty();
    assertThat(account.items("ledger-leases")).isOne();
  }

  @Test
  void aContainerThatIsMissingIsNamed() {
    prepareWith("checks", "ledger");

    assertThat(site.makeLedger(run, belongings))
        .get()
        .asString()
        .contains("has no container 'ledger-leases', which an identity cannot make");
  }

  @Test
  void aDeploymentWhoseOwnLedgerIsThereIsSentElsewhere() throws Exception {
    site.close();
    site = account.siteOfLedgerIn(door.endpoint(), AccountSite.PREPARED);
    prepareWith(ALL);

    assertThat(site.makeLedger(run, belongings))
        .get()
        .asString()
        .contains("keeps its own ledger in the database 'twinbus-certify'");
  }

  private void prepareWith(String... containers) {
    account.prepare(containers);
    var unused = site.prepare(run, belongings, account.pace());
  }

  /** Begins a ledger as the receivers of {@code cluster} do, and leaves a record in it. */
  private void work(String cluster) {
    URI endpoint = door.endpoint();
    try (CosmosLedger ledger =
        CosmosLedger.open(
            PreparedAccount.ledger(
                endpoint, Optional.empty(), AccountSite.PREPARED, cluster + "-work"),
            CosmosOptions.ofDefaults(),
            Clocks.system(),
            PreparedAccount.identity(PreparedAccount.TOKEN))) {
      ledger.requireDeployment(
          new Deployment(cluster, new TreeMap<>(Map.of(new RegionName("east"), "east.example"))));
      ledger.requireGeneration(1);
    }
    account.put("ledger", "session of " + cluster);
    account.put("ledger-leases", "lease of " + cluster);
  }

  private static RunName named(Instant begun, int seed) {
    return RunName.of(begun, Duration.ofMinutes(10), new Random(seed));
  }
}
