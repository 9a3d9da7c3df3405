package io.twinbus.local.conformance.cosmos;

import static io.twinbus.local.conformance.cosmos.Documents.document;
import static io.twinbus.local.conformance.cosmos.Documents.exists;
import static io.twinbus.local.conformance.cosmos.Documents.refusal;
import static org.assertj.core.api.Assertions.assertThat;

import com.azure.cosmos.CosmosClient;
import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.CosmosDiagnostics;
import com.azure.cosmos.CosmosException;
import com.azure.cosmos.models.CosmosItemRequestOptions;
import com.fasterxml.jackson.databind.JsonNode;
import io.twinbus.local.conformance.CosmosTarget;
import io.twinbus.local.conformance.Rule;
import io.twinbus.local.conformance.RuleSet;
import io.twinbus.local.cosmos.AccountOptions;
import io.twinbus.local.cosmos.CosmosEndpoint;
import io.twinbus.local.cosmos.CosmosEndpointOptions;
import io.twinbus.local.cosmos.gateway.Consistency;
import io.twinbus.local.network.Outage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.RegisterExtension;

@RuleSet(
    value = "Cosmos DB: regions",
    notEmulated = {
      "Writes in several regions and their conflicts; an account can only claim them.",
      "The time of a service-managed fail-over, which takes the service an hour and more, and that"
          + " of a partition, about three minutes.",
      "A container of several physical partitions, of which one fails over; a partition that returns"
          + " by itself to the region that it was lost in."
    })
class RegionRulesTest {
  private static final Duration LAG = Duration.ofMinutes(1);

  @RegisterExtension
  static final CosmosTarget STRONG =
      CosmosTarget.with(
          CosmosEndpointOptions.defaults()
              .withAccount(AccountOptions.defaults().withRegions("east", "west", "north")));

  @RegisterExtension
  static final CosmosTarget PAIR =
      CosmosTarget.with(
          CosmosEndpointOptions.defaults()
              .withAccount(AccountOptions.defaults().withRegions("east", "west")));

  @RegisterExtension
  static final CosmosTarget SESSION =
      CosmosTarget.with(
          CosmosEndpointOptions.defaults()
              .withAccount(
                  AccountOptions.defaults()
                      .withRegions("east", "west")
                      .withConsistency(Consistency.SESSION)
                      .withReplicationLag(LAG)));

  @RegisterExtension
  static final CosmosTarget MANAGED =
      CosmosTarget.with(
          CosmosEndpointOptions.defaults()
              .withAccount(
                  AccountOptions.defaults()
                      .withRegions("east", "west", "north")
                      .withServiceManagedFailOver(Duration.ofSeconds(1))));

  @RegisterExtension
  static final CosmosTarget PARTITIONED =
      CosmosTarget.with(
          CosmosEndpointOptions.defaults()
              .withAccount(
                  AccountOptions.defaults()
                      .withRegions("east", "west", "north")
                      .withPartitionFailOver(Duration.ofSeconds(1))));

  private final List<CosmosClient> clients = new ArrayList<>();

  @BeforeEach
  void needsAccountsWithTheseRegions() {
    STRONG.local();
  }

  @AfterEach
  void closeClientsAndMend() {
    clients.forEach(CosmosClient::close);
    if (!STRONG.isLocal()) {
      return;
    }
    for (CosmosTarget target : List.of(STRONG, PAIR, SESSION, MANAGED, PARTITIONED)) {
      CosmosEndpoint local = target.local();
      local.heal();
      local.failOver("east");
    }
  }

  @Rule(
      id = "cosmos-regions-preferred",
      text = "Reads go to the first of the client's preferred regions, writes to the write region.",
      doc = Pages.AVAILABILITY)
  void readsNearAndWritesInTheWriteRegion() {
    CosmosContainer items = seenFrom(STRONG, STRONG.container(), "west");

    String written = regions(items.createItem(document("s")).getDiagnostics());
    String read = regions(items.readItem("s", Documents.key("s"), JsonNode.class).getDiagnostics());

    assertThat(written).contains("east").doesNotContain("west");
    assertThat(read).contains("west").doesNotContain("east");
  }

  @Rule(
      id = "cosmos-regions-elsewhere",
      text = "While a region is away, its readers are served by the next region that they prefer.",
      doc = Pages.AVAILABILITY)
  void readsElsewhereWhileARegionIsAway() {
    CosmosContainer items = seenFrom(STRONG, STRONG.container(), "west", "north");
    items.createItem(document("s"));
    assertThat(exists(items, "s", "s")).isTrue();

    STRONG.local().outage("west", Outage.REFUSE);
    var read =
        Awaitility.await()
            .ignoreExceptionsMatching(RegionRulesTest::isCutOff)
            .until(
                () -> items.readItem("s", Documents.key("s"), JsonNode.class),
                answer -> answer.getStatusCode() == 200);

    assertThat(regions(read.getDiagnostics())).contains("north");
  }

  @Rule(
      id = "cosmos-failover-managed",
      text =
          "An account with service-managed fail-over replaces a lost write region by itself, by"
              + " priority, and does not return to it.",
      doc = Pages.FAIL_OVER)
  void replacesALostWriteRegion() {
    CosmosContainer container = MANAGED.container();
    CosmosContainer west = seenFrom(MANAGED, container, "west");
    west.createItem(document("s"));

    MANAGED.local().outage("east", Outage.REFUSE);
    Awaitility.await().until(() -> MANAGED.local().regions().get(0).equals("west"));
    MANAGED.local().restore("east");

    assertThat(exists(west, "s", "s")).isTrue();
    assertThat(MANAGED.local().regions()).startsWith("west");
  }

  @Rule(
      id = "cosmos-failover-partition",
      text =
          "With per-partition fail-over a partition that its write region has lost is written in"
              + " another one, which the client finds; the account's write region stays.",
      doc = Pages.PARTITIONS)
  void writesALostPartitionElsewhere() {
    CosmosContainer lost = PARTITIONED.container();
    CosmosContainer other = PARTITIONED.container();
    lost.createItem(document("before"));
    CosmosEndpoint local = PARTITIONED.local();

    local.losePartition(lost.getId(), "east");
    Awaitility.await().until(() -> local.writeRegion(lost.getId()).equals("west"));
    var written = lost.createItem(document("after"));
    var elsewhere = other.createItem(document("s"));

    assertThat(regions(written.getDiagnostics())).contains("west");
    assertThat(regions(elsewhere.getDiagnostics())).isEqualTo("east");
    assertThat(local.regions()).startsWith("east");
    assertThat(exists(lost, "before", "before")).isTrue();
  }

  @Rule(
      id = "cosmos-strong-everywhere",
      text = "Under strong consistency an acknowledged write is read in every region.",
      doc = Pages.CONSISTENCY)
  void readsAcknowledgedWritesInEveryRegion() {
    CosmosContainer container = STRONG.container();
    CosmosContainer west = seenFrom(STRONG, container, "west");
    CosmosContainer north = seenFrom(STRONG, container, "north");

    container.createItem(document("s"));

    assertThat(exists(west, "s", "s")).isTrue();
    assertThat(exists(north, "s", "s")).isTrue();
  }

  @Rule(
      id = "cosmos-strong-dynamic-quorum",
      text = "Of three regions one may be away and a strong write is still acknowledged.",
      doc = Pages.CONSISTENCY)
  void writesWithAMajorityOfThreeRegions() {
    CosmosContainer container = STRONG.container();

    STRONG.local().outage("west", Outage.REFUSE);
    assertThat(container.createItem(document("s")).getStatusCode()).isEqualTo(201);
    STRONG.local().restore("west");

    assertThat(exists(seenFrom(STRONG, container, "west"), "s", "s")).isTrue();
  }

  @Rule(
      id = "cosmos-strong-two-regions",
      text = "Of two regions none may be away: a strong write needs both.",
      doc = Pages.CONSISTENCY)
  void refusesWritesWithOneOfTwoRegions() {
    CosmosContainer container = PAIR.container();
    PAIR.local().outage("west", Outage.REFUSE);

    int refused = refusal(() -> container.createItem(document("s"))).getStatusCode();
    PAIR.local().restore("west");

    assertThat(refused).isEqualTo(503);
    assertThat(container.createItem(document("s")).getStatusCode()).isEqualTo(201);
  }

  @Rule(
      id = "cosmos-strong-late",
      text =
          "A strong write that is refused for want of a quorum may land later: its client does not"
              + " know. Here a setting says how many do.",
      doc = Pages.CONSISTENCY)
  void mayApplyARefusedWriteLater() {
    CosmosContainer container = PAIR.container();
    CosmosEndpoint local = PAIR.local();
    String before = container.createItem(document("s")).getETag();
    local.landLate(1, 1);
    local.outage("west", Outage.REFUSE);
    CosmosItemRequestOptions ifBefore = new CosmosItemRequestOptions().setIfMatchETag(before);

    int created = refusal(() -> container.createItem(document("late"))).getStatusCode();
    int replaced =
        refusal(() -> container.replaceItem(document("s"), "s", Documents.key("s"), ifBefore))
            .getStatusCode();
    boolean isThereMeanwhile = exists(container, "late", "late");
    local.restore("west");

    assertThat(created).isEqualTo(503);
    assertThat(replaced).isEqualTo(503);
    assertThat(isThereMeanwhile).isFalse();
    assertThat(exists(seenFrom(PAIR, container, "west"), "late", "late")).isTrue();
    assertThat(
            refusal(() -> container.replaceItem(document("s"), "s", Documents.key("s"), ifBefore))
                .getStatusCode())
        .isEqualTo(412);
  }

  @Rule(
      id = "cosmos-failover-discovery",
      text =
          "After a fail-over the old write region refuses writes (403/3), and the client finds the new one.",
      doc = Pages.AVAILABILITY)
  void findsTheNewWriteRegion() {
    CosmosContainer container = STRONG.container();
    container.createItem(document("before"));

    STRONG.local().failOver("west");
    var written = container.createItem(document("after"));

    assertThat(written.getStatusCode()).isEqualTo(201);
    assertThat(regions(written.getDiagnostics())).contains("west");
    assertThat(exists(container, "before", "before")).isTrue();
  }

  @Rule(
      id = "cosmos-failover-strong",
      text = "A strongly consistent account loses nothing when its write region is lost.",
      doc = Pages.FAIL_OVER)
  void losesNothingUnderStrongConsistency() {
    CosmosContainer container = STRONG.container();
    container.createItem(document("s"));
    STRONG.local().outage("east", Outage.REFUSE);

    int lost = STRONG.local().forceFailOver("west");

    assertThat(lost).isZero();
    assertThat(exists(seenFrom(STRONG, container, "west"), "s", "s")).isTrue();
  }

  @Rule(
      id = "cosmos-session-read-your-writes",
      text =
          "A session reads its own writes also where they have not arrived; other sessions may not.",
      doc = Pages.CONSISTENCY)
  void readsItsOwnWrites() {
    CosmosContainer container = arrived(SESSION.container());
    CosmosContainer mine = seenFrom(SESSION, container, "west");
    CosmosContainer other = seenFrom(SESSION, container, "west");

    mine.createItem(document("s"));

    assertThat(exists(mine, "s", "s")).isTrue();
    assertThat(exists(other, "s", "s")).isFalse();
    SESSION.pass(LAG);
    assertThat(exists(other, "s", "s")).isTrue();
  }

  @Rule(
      id = "cosmos-failover-session",
      text = "With less than strong consistency a lost write region takes its last writes along.",
      doc = Pages.FAIL_OVER)
  void losesWhatHadNotArrived() {
    CosmosContainer container = arrived(SESSION.container());
    container.createItem(document("early"));
    SESSION.pass(LAG);
    container.createItem(document("late"));

    int lost = SESSION.local().forceFailOver("west");
    CosmosContainer after = seenFrom(SESSION, container, "west");

    assertThat(lost).isEqualTo(1);
    assertThat(exists(after, "early", "early")).isTrue();
    assertThat(exists(after, "late", "late")).isFalse();
  }

  private static CosmosContainer arrived(CosmosContainer container) {
    SESSION.pass(LAG);
    return container;
  }

  /** The container, through a client of its own that prefers these regions. */
  private CosmosContainer seenFrom(
      CosmosTarget target, CosmosContainer container, String... preferred) {
    CosmosClient client = target.builder().preferredRegions(List.of(preferred)).buildClient();
    clients.add(client);
    return client.getDatabase(target.database().getId()).getContainer(container.getId());
  }

  private static String regions(CosmosDiagnostics diagnostics) {
    return String.join(",", diagnostics.getContactedRegionNames());
  }

  /** The SDK tells its caller of a request that was on a connection just when that was reset. */
  private static boolean isCutOff(Throwable thrown) {
    return thrown instanceof CosmosException answer && answer.getStatusCode() == 0;
  }
}
