package io.twinbus.local.integration;

import static org.assertj.core.api.Assertions.assertThat;

import com.azure.cosmos.CosmosClient;
import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.models.CosmosItemOperation;
import com.fasterxml.jackson.databind.JsonNode;
import io.twinbus.local.cosmos.faults.CosmosOperation;
import io.twinbus.local.cosmos.faults.FaultAction;
import io.twinbus.local.cosmos.faults.FaultRule;
import io.twinbus.local.cosmos.gateway.RequestCounts;
import io.twinbus.local.faults.FaultPoint;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

/** What faults and counters see of operations that share a request. */
class CosmosBulkFaultsTest {
  /** How a reply that never came looks. */
  private static final Set<Integer> UNKNOWN = Set.of(0, 408, 410, 503);

  private static Account account;
  private static CosmosContainer items;

  private List<CosmosItemOperation> replaces = List.of();

  @BeforeAll
  static void start() {
    account = Account.calm();
    items = account.container("items");
  }

  @BeforeEach
  void twoItemsOfWhichThisTestHoldsTheVersions() {
    String first = items.upsertItem(Doc.of("a", 1)).getETag();
    String second = items.upsertItem(Doc.of("b", 1)).getETag();
    replaces = List.of(Bulk.replace("a", 2, first), Bulk.replace("b", 2, second));
  }

  @AfterEach
  void heal() {
    account.endpoint.heal();
  }

  @AfterAll
  static void stop() {
    account.close();
  }

  @ParameterizedTest
  @EnumSource(
      value = CosmosOperation.class,
      names = {"REPLACE", "BATCH"})
  void aDroppedReplyLeavesAllWritesUnknownAndDone(CosmosOperation operation) {
    account.endpoint.inject(FaultRule.dropReply(operation));

    Map<String, Integer> statuses = Bulk.statuses(items, replaces);

    assertThat(statuses.values()).hasSize(2).isSubsetOf(UNKNOWN);
    assertThat(values()).containsExactly(2, 2);
    assertThat(struck()).isEqualTo(Map.of(operation, 1L));
  }

  @Test
  void aFaultForAllWritesHasOneChanceAtTheRequestAndNoneAtEachOperationBeside() {
    FaultRule all = FaultRule.dropRequest(CosmosOperation.REPLACE).forAllWrites();
    account.endpoint.inject(all.withProbability(Double.MIN_VALUE));

    Bulk.statuses(items, replaces);

    assertThat(account.endpoint.faults().get(account.endpoint.faults().size() - 1).offered())
        .isEqualTo(1);
    assertThat(values()).containsExactly(2, 2);
  }

  @Test
  void aDroppedRequestOfOnePartitionTakesTheOthersWithIt() {
    account.endpoint.injectInto("b", FaultRule.dropRequest(CosmosOperation.REPLACE));

    Map<String, Integer> statuses = Bulk.statuses(items, replaces);

    assertThat(statuses.values()).hasSize(2).isSubsetOf(UNKNOWN);
    assertThat(values()).containsExactly(1, 1);
    assertThat(struck()).isEqualTo(Map.of(CosmosOperation.REPLACE, 1L));
  }

  @ParameterizedTest
  @EnumSource(FaultPoint.class)
  void aHangOfOneOperationTakesAllReplies(FaultPoint point) {
    FaultRule hang =
        new FaultRule(Set.of(CosmosOperation.REPLACE), point, new FaultAction.Hang(), 1, 1);
    account.endpoint.injectInto("b", hang);

    Map<String, Integer> statuses;
    try (CosmosClient impatient = account.client(Duration.ofSeconds(1))) {
      CosmosContainer same = impatient.getDatabase("twinbus").getContainer("items");
      statuses = Bulk.statuses(same, replaces);
    }

    int left = point == FaultPoint.AFTER_COMMIT ? 2 : 1;
    assertThat(statuses.values()).hasSize(2).isSubsetOf(UNKNOWN);
    assertThat(values()).containsExactly(left, left);
  }

  @Test
  void aRefusalStrikesItsOperationAlone() {
    account.endpoint.injectInto("b", FaultRule.refuse(CosmosOperation.REPLACE, 449));

    Map<String, Integer> statuses = Bulk.statuses(items, replaces);

    assertThat(statuses).isEqualTo(Map.of("a", 200, "b", 449));
    assertThat(values()).containsExactly(2, 1);
  }

  @Test
  void aRefusalOfTheBatchStrikesTheRequest() {
    account.endpoint.inject(FaultRule.refuse(CosmosOperation.BATCH, 400));

    Map<String, Integer> statuses = Bulk.statuses(items, replaces);

    assertThat(statuses).isEqualTo(Map.of("a", 400, "b", 400));
    assertThat(values()).containsExactly(1, 1);
  }

  @Test
  void aThrottledOperationIsRetriedByTheClientAlone() {
    account.endpoint.injectInto("b", FaultRule.refuse(CosmosOperation.REPLACE, 429).times(2));
    RequestCounts before = account.endpoint.counts();

    Map<String, Integer> statuses = Bulk.statuses(items, replaces);

    assertThat(statuses).isEqualTo(Map.of("a", 200, "b", 200));
    assertThat(values()).containsExactly(2, 2);
    assertThat(struck()).isEqualTo(Map.of(CosmosOperation.REPLACE, 2L));
    RequestCounts after = account.endpoint.counts();
    assertThat(after.bulkRequests() - before.bulkRequests()).isEqualTo(3);
    assertThat(after.writes() - before.writes()).isEqualTo(2);
  }

  @Test
  void anErrorAfterTheCommitStrikesItsOperationAloneAndLeavesTheWrite() {
    account.endpoint.injectInto("b", FaultRule.mislead(CosmosOperation.REPLACE, 503));

    Map<String, Integer> statuses = Bulk.statuses(items, replaces);

    assertThat(statuses).isEqualTo(Map.of("a", 200, "b", 503));
    assertThat(values()).containsExactly(2, 2);
  }

  @ParameterizedTest
  @EnumSource(
      value = CosmosOperation.class,
      mode = Mode.EXCLUDE,
      names = {"REPLACE", "BATCH"})
  void aFaultOfAnotherKindSparesThem(CosmosOperation operation) {
    account.endpoint.inject(FaultRule.dropReply(operation));

    assertThat(Bulk.statuses(items, replaces)).isEqualTo(Map.of("a", 200, "b", 200));
    assertThat(struck()).isEmpty();
  }

  @Test
  void operationsAreCountedAsIfEachHadComeAlone() {
    Bulk.statuses(items, replaces);
    items.upsertItem(Doc.of("gone", 1));
    RequestCounts before = account.endpoint.counts();

    Bulk.statuses(
        items, List.of(replaces.get(0), Bulk.create("a"), Bulk.read("b"), Bulk.delete("gone")));

    RequestCounts after = account.endpoint.counts();
    assertThat(after.writes() - before.writes()).isEqualTo(3);
    assertThat(after.reads() - before.reads()).isEqualTo(1);
    assertThat(after.bulkRequests() - before.bulkRequests()).isEqualTo(1);
    assertThat(grown(before, after, CosmosOperation.REPLACE, 412)).isEqualTo(1);
    assertThat(grown(before, after, CosmosOperation.CREATE, 409)).isEqualTo(1);
    assertThat(grown(before, after, CosmosOperation.READ, 200)).isEqualTo(1);
    assertThat(grown(before, after, CosmosOperation.DELETE, 204)).isEqualTo(1);
    assertThat(after.byStatus()).doesNotContainKey(CosmosOperation.BATCH);
    // A strong read, a delete, two refusals.
    assertThat(after.requestUnits() - before.requestUnits()).isBetween(9.0, 11.0);
  }

  private static long grown(
      RequestCounts before, RequestCounts after, CosmosOperation operation, int status) {
    return after.of(operation, status) - before.of(operation, status);
  }

  private static Map<CosmosOperation, Long> struck() {
    var faults = account.endpoint.faults();
    return faults.get(faults.size() - 1).struckBy();
  }

  private static List<Integer> values() {
    return List.of(value("a"), value("b"));
  }

  private static int value(String session) {
    return items
        .readItem(session, Doc.key(session), JsonNode.class)
        .getItem()
        .path("value")
        .asInt();
  }
}
