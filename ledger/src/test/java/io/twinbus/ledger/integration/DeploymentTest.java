package io.twinbus.ledger.integration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.azure.cosmos.CosmosClient;
import com.azure.cosmos.CosmosClientBuilder;
import com.azure.cosmos.models.CosmosItemRequestOptions;
import com.azure.cosmos.models.PartitionKey;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.twinbus.ledger.Deployment;
import io.twinbus.ledger.LedgerSettings;
import io.twinbus.ledger.cosmos.CosmosLedger;
import io.twinbus.ledger.cosmos.LedgerStartException;
import io.twinbus.ledger.cosmos.LedgerStartException.Reason;
import io.twinbus.local.cosmos.faults.CosmosOperation;
import io.twinbus.local.cosmos.faults.FaultRule;
import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.Secret;
import io.twinbus.protocol.ids.RecordedIds;
import io.twinbus.protocol.time.Clocks;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Two deployments do not share a ledger. */
class DeploymentTest {

  private static final Deployment SHOP = deployment("shop", "east", "west");

  @AutoClose private final LocalAccount account = LocalAccount.start();
  private final CosmosLedger ledger = account.ledger;

  @Test
  void theFirstDeploymentOwnsTheLedgerAndComesBackToIt() {
    ledger.requireDeployment(SHOP);
    ledger.requireDeployment(deployment("shop", "west", "east"));

    assertThat(ledger.meter().snapshot().writes()).as("not counted").isZero();
  }

  @Test
  void anotherClusterOrRegionIsRefusedInWords() {
    ledger.requireDeployment(SHOP);

    for (Deployment other :
        List.of(
            deployment("store", "east", "west"),
            deployment("shop", "east", "north"),
            deployment("shop", "east"),
            new Deployment("shop", new TreeMap<>(Map.of(new RegionName("east"), "elsewhere"))))) {
      assertThat(refusal(other))
          .hasMessageContaining("belongs to another deployment (" + SHOP)
          .hasMessageContaining("'ledger adopt'");
    }
  }

  @Test
  void aClusterThatIsMissingHereIsNamedBeforeAnythingElse() {
    ledger.requireDeployment(SHOP);

    assertThat(refusal(deployment("twinbus", "east", "west")))
        .hasMessageContaining("set twinbus.cluster to 'shop' if it is yours")
        .hasMessageNotContaining("delete");
  }

  @Test
  void aDeploymentThatHasChangedAdoptsItsLedger() {
    ledger.requireDeployment(SHOP);
    Deployment renamed = deployment("store", "east", "north");

    ledger.adopt(renamed);
    ledger.adopt(renamed);

    ledger.requireDeployment(renamed);
    refusal(SHOP);
  }

  @Test
  void ofSeveralThatStartAtOnceOneDeploymentWins() {
    List<Deployment> rivals = List.of(SHOP, deployment("store", "east", "west"));
    List<CompletableFuture<Boolean>> starts =
        Stream.concat(rivals.stream(), rivals.stream())
            .map(rival -> CompletableFuture.supplyAsync(() -> isAccepted(rival)))
            .toList();

    List<Boolean> accepted = starts.stream().map(CompletableFuture::join).toList();

    assertThat(accepted.get(0)).isEqualTo(accepted.get(2)).isNotEqualTo(accepted.get(1));
    assertThat(accepted.get(1)).isEqualTo(accepted.get(3));
  }

  @Test
  void anOlderBuildRefusesANewerLedger() {
    ledger.requireDeployment(SHOP);
    setSchema(LocalAccount.settings(account.endpoint), 99);

    assertThat(refusal(SHOP)).hasMessageContaining("schema 99").hasMessageContaining("upgrade");
    assertThat(catchThrowableOfType(LedgerStartException.class, ledger::compareForm))
        .hasMessageContaining("schema 99");
  }

  @Test
  void anOlderSchemaIsRefusedInWords() {
    ledger.requireDeployment(SHOP);
    setSchema(LocalAccount.settings(account.endpoint), 2);

    assertThat(refusal(SHOP))
        .hasMessageContaining("has schema 2")
        .hasMessageContaining("new, empty database");
  }

  @Test
  void twoLeaseContainersOfOneDeploymentAreRefusedInWords() {
    ledger.requireDeployment(SHOP);
    LedgerSettings mine = LocalAccount.settings(account.endpoint);
    LedgerSettings elsewhere =
        new LedgerSettings(
            mine.endpoint(),
            mine.key(),
            new LedgerSettings.Place("twinbus", "ledger", "others", "ledger-audit"),
            mine.queue(),
            false);

    try (CosmosLedger other =
        CosmosLedger.open(elsewhere, LocalAccount.CREATING, Clocks.system())) {
      assertThat(
              catchThrowableOfType(LedgerStartException.class, () -> other.requireDeployment(SHOP)))
          .hasMessageContaining("begun with the container 'ledger-leases'")
          .hasMessageContaining("'others' is configured");
    }
  }

  @Test
  void idsOfAnotherFormOrUnderAnotherKeyAreRefusedInWords() {
    ledger.requireDeployment(SHOP);
    RecordedIds hashed = RecordedIds.hashed(new Secret("a key of thirty-two characters.."));

    assertThat(idsRefusal("ledger", hashed)).hasMessageContaining("keeps clear ids");

    LedgerSettings begun = withIds("hashed", hashed);
    try (CosmosLedger first = open(begun)) {
      first.compareForm();
      first.requireDeployment(SHOP);
      first.compareForm();
    }
    assertThat(idsRefusal("hashed", RecordedIds.CLEAR))
        .hasMessageContaining("keeps ids as hashes, and twinbus.ledger.ids is clear");
    assertThat(
            idsRefusal(
                "hashed", RecordedIds.hashed(new Secret("another key of 32 characters...."))))
        .hasMessageContaining("under another key than twinbus.ledger.ids-key")
        .hasMessageNotContaining("another key of 32");
  }

  @Test
  void twoSessionContainersThatShareTheirLeasesAreRefusedInWords() {
    ledger.requireDeployment(SHOP);
    LedgerSettings mine = LocalAccount.settings(account.endpoint);
    LedgerSettings beside =
        new LedgerSettings(
            mine.endpoint(),
            mine.key(),
            new LedgerSettings.Place("twinbus", "beside", "ledger-leases", "ledger-audit"),
            mine.queue(),
            false);

    try (CosmosLedger other = open(beside)) {
      assertThat(
              catchThrowableOfType(LedgerStartException.class, () -> other.requireDeployment(SHOP)))
          .hasMessageContaining("begun with the container 'ledger'")
          .hasMessageContaining("'beside' is configured");
    }
  }

  @Test
  void aFirstWriteWhoseAnswerIsLostIsFoundByLookingAgain() {
    account.endpoint.inject(FaultRule.dropReply(CosmosOperation.CREATE));
    ledger.requireDeployment(SHOP);

    refusal(deployment("store", "east", "west"));
  }

  @Test
  void anAdoptionThatIsLostIsMadeAgainAndOneWhoseAnswerIsLostIsFound() {
    ledger.requireDeployment(SHOP);
    Deployment renamed = deployment("store", "east", "north");
    account.endpoint.inject(FaultRule.dropRequest(CosmosOperation.REPLACE).times(2));
    account.endpoint.inject(FaultRule.dropReply(CosmosOperation.REPLACE));

    ledger.adopt(renamed);

    ledger.requireDeployment(renamed);
  }

  @Test
  void aLedgerThatDoesNotSayWhoseItIsIsUsedByNobody() {
    ledger.requireDeployment(SHOP);
    account.endpoint.inject(FaultRule.refuse(CosmosOperation.READ, 400).times(FaultRule.UNLIMITED));

    assertThat(unanswered(() -> ledger.requireDeployment(SHOP)))
        .contains("does not say whose it is");
    assertThat(unanswered(() -> ledger.adopt(SHOP))).contains("run the command again");
    assertThat(unanswered(ledger::compareForm)).contains("does not say of which schema it is");
  }

  private static String unanswered(ThrowingCallable asking) {
    LedgerStartException refusal = catchThrowableOfType(LedgerStartException.class, asking);
    assertThat(refusal.reason()).isEqualTo(Reason.UNREACHABLE);
    return String.valueOf(refusal.getMessage());
  }

  /** The same sentence to a receiver, to an operator's command, and to 'ledger adopt'. */
  private LedgerStartException idsRefusal(String container, RecordedIds ids) {
    try (CosmosLedger other = open(withIds(container, ids))) {
      LedgerStartException refusal =
          catchThrowableOfType(LedgerStartException.class, () -> other.requireDeployment(SHOP));
      assertThat(refusal.reason()).isEqualTo(Reason.OTHER_DEPLOYMENT);
      assertThat(catchThrowableOfType(LedgerStartException.class, other::compareForm))
          .hasMessage(refusal.getMessage());
      assertThat(catchThrowableOfType(LedgerStartException.class, () -> other.adopt(SHOP)))
          .hasMessage(refusal.getMessage());
      return refusal;
    }
  }

  private static CosmosLedger open(LedgerSettings settings) {
    return CosmosLedger.open(settings, LocalAccount.CREATING, Clocks.system());
  }

  private LedgerSettings withIds(String container, RecordedIds ids) {
    LedgerSettings mine = LocalAccount.settings(account.endpoint);
    return new LedgerSettings(
        mine.endpoint(),
        mine.key(),
        LedgerSettings.Place.of("twinbus", container),
        mine.queue(),
        false,
        ids);
  }

  private boolean isAccepted(Deployment deployment) {
    try {
      ledger.requireDeployment(deployment);
      return true;
    } catch (LedgerStartException e) {
      return false;
    }
  }

  private LedgerStartException refusal(Deployment deployment) {
    LedgerStartException refusal =
        catchThrowableOfType(
            LedgerStartException.class, () -> ledger.requireDeployment(deployment));
    assertThat(refusal.reason()).isEqualTo(Reason.OTHER_DEPLOYMENT);
    assertThat(refusal.getMessage()).endsWith(".").doesNotContain("\n");
    return refusal;
  }

  private static void setSchema(LedgerSettings settings, int schema) {
    try (CosmosClient client =
        new CosmosClientBuilder()
            .endpoint(settings.endpoint().toString())
            .key(settings.key().orElseThrow().reveal())
            .gatewayMode()
            .buildClient()) {
      var container =
          client.getDatabase(settings.place().database()).getContainer(settings.place().sessions());
      PartitionKey partition = new PartitionKey("deployment");
      ObjectNode document =
          container.readItem("whose-ledger", partition, ObjectNode.class).getItem();
      container.replaceItem(
          document.put("schema", schema),
          "whose-ledger",
          partition,
          new CosmosItemRequestOptions());
    }
  }

  private static Deployment deployment(String cluster, String... regions) {
    TreeMap<RegionName, String> endpoints = new TreeMap<>();
    for (String region : regions) {
      endpoints.put(new RegionName(region), region + ".example.net");
    }
    return new Deployment(cluster, endpoints);
  }
}
