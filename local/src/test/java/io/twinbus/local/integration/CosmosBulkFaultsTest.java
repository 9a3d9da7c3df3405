package io.twinbus.local.integration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.azure.cosmos.CosmosClient;
import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.models.CosmosItemOperation;
import io.twinbus.local.cosmos.faults.CosmosOperation;
import io.twinbus.local.cosmos.faults.FaultAction;
import io.twinbus.local.cosmos.faults.FaultRule;
import io.twinbus.local.cosmos.gateway.RequestCounts;
import io.twinbus.local.faults.FaultPoint;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

/** What faults and counters see of operations that share a request. */
class CosmosBulkFaultsTest {
  @RegisterExtension static final Account ACCOUNT = Account.calm();
  private static final Duration LATE = Duration.ofMillis(300);
  private static final CosmosContainer ITEMS = ACCOUNT.container("items");

  private List<CosmosItemOperation> replaces = List.of();

  @BeforeEach
  void twoItemsOfWhichThisTestHoldsTheVersions() {
    String first = ITEMS.upsertItem(Doc.of("a", 1)).getETag();
    String second = ITEMS.upsertItem(Doc.of("b", 1)).getETag();
    replaces = List.of(Bulk.replace("a", 2, first), Bulk.replace("b", 2, second));
  }

  @ParameterizedTest
  @EnumSource(
      value = CosmosOperation.class,
      names = {"REPLACE", "BATCH"})
  void aDroppedReplyLeavesAllWritesUnknownAndDone(CosmosOperation operation) {
    ACCOUNT.endpoint.inject(FaultRule.dropReply(operation));

    Map<String, Integer> statuses = Bulk.statuses(ITEMS, replaces);

    assertThat(statuses.values()).hasSize(2).isSubsetOf(Account.NO_REPLY);
    assertThat(values()).containsExactly(2, 2);
    assertThat(struck()).isEqualTo(Map.of(operation, 1L));
  }

  @Test
  void aFaultForAllWritesHasOneChanceAtTheRequestAndNoneAtEachOperationBeside() {
    FaultRule all = FaultRule.dropRequest(CosmosOperation.REPLACE).forAllWrites();
    ACCOUNT.endpoint.inject(all.withProbability(Double.MIN_VALUE));

    Bulk.statuses(ITEMS, replaces);

    assertThat(ACCOUNT.endpoint.faults().get(ACCOUNT.endpoint.faults().size() - 1).offered())
        .isEqualTo(1);
    assertThat(values()).containsExactly(2, 2);
  }

  @Test
  void aDroppedRequestOfOnePartitionTakesTheOthersWithIt() {
    ACCOUNT.endpoint.injectInto("b", FaultRule.dropRequest(CosmosOperation.REPLACE));

    Map<String, Integer> statuses = Bulk.statuses(ITEMS, replaces);

    assertThat(statuses.values()).hasSize(2).isSubsetOf(Account.NO_REPLY);
    assertThat(values()).containsExactly(1, 1);
    assertThat(struck()).isEqualTo(Map.of(CosmosOperation.REPLACE, 1L));
  }

  @ParameterizedTest
  @EnumSource(FaultPoint.class)
  void aHangOfOneOperationTakesAllReplies(FaultPoint point) {
    FaultRule hang =
        new FaultRule(Set.of(CosmosOperation.REPLACE), point, new FaultAction.Hang(), 1, 1);
    ACCOUNT.endpoint.injectInto("b", hang);

    Map<String, Integer> statuses;
    try (CosmosClient impatient = ACCOUNT.client(Duration.ofSeconds(1))) {
      CosmosContainer same = impatient.getDatabase("twinbus").getContainer("items");
      knowThePartitions(same);
      statuses = Bulk.statuses(same, replaces);
    }

    int left = point == FaultPoint.AFTER_COMMIT ? 2 : 1;
    assertThat(statuses.values()).hasSize(2).isSubsetOf(Account.NO_REPLY);
    assertThat(values()).containsExactly(left, left);
  }

  /** A client that asks for them first may not send both operations in one request. */
  private static void knowThePartitions(CosmosContainer items) {
    await()
        .atMost(Duration.ofSeconds(60))
        .until(() -> Bulk.statuses(items, List.of(Bulk.read("a"))).equals(Map.of("a", 200)));
  }

  @Test
  void aRefusalStrikesItsOperationAlone() {
    ACCOUNT.endpoint.injectInto("b", FaultRule.refuse(CosmosOperation.REPLACE, 449));

    Map<String, Integer> statuses = Bulk.statuses(ITEMS, replaces);

    assertThat(statuses).isEqualTo(Map.of("a", 200, "b", 449));
    assertThat(values()).containsExactly(2, 1);
  }

  @Test
  void aRefusalOfTheBatchStrikesTheRequest() {
    ACCOUNT.endpoint.inject(FaultRule.refuse(CosmosOperation.BATCH, 400));

    Map<String, Integer> statuses = Bulk.statuses(ITEMS, replaces);

    assertThat(statuses).isEqualTo(Map.of("a", 400, "b", 400));
    assertThat(values()).containsExactly(1, 1);
  }

  @Test
  void aThrottledOperationIsRetriedByTheClientAlone() {
    ACCOUNT.endpoint.injectInto("b", FaultRule.refuse(CosmosOperation.REPLACE, 429).times(2));
    RequestCounts before = ACCOUNT.endpoint.counts();

    Map<String, Integer> statuses = Bulk.statuses(ITEMS, replaces);

    assertThat(statuses).isEqualTo(Map.of("a", 200, "b", 200));
    assertThat(values()).containsExactly(2, 2);
    assertThat(struck()).isEqualTo(Map.of(CosmosOperation.REPLACE, 2L));
    RequestCounts after = ACCOUNT.endpoint.counts();
    assertThat(after.bulkRequests() - before.bulkRequests()).isEqualTo(3);
    assertThat(after.writes() - before.writes()).isEqualTo(2);
  }

  @Test
  void anErrorAfterTheCommitStrikesItsOperationAloneAndLeavesTheWrite() {
    ACCOUNT.endpoint.injectInto("b", FaultRule.mislead(CosmosOperation.REPLACE, 503));

    Map<String, Integer> statuses = Bulk.statuses(ITEMS, replaces);

    assertThat(statuses).isEqualTo(Map.of("a", 200, "b", 503));
    assertThat(values()).containsExactly(2, 2);
  }

  @Test
  void oneThatIsLateMakesTheWholeAnswerLate() {
    ACCOUNT.endpoint.injectInto("b", FaultRule.late(CosmosOperation.REPLACE, 300));

    Instant asked = Instant.now();
    Map<String, Integer> statuses = Bulk.statuses(ITEMS, replaces);

    assertThat(Duration.between(asked, Instant.now())).isGreaterThanOrEqualTo(LATE);
    assertThat(statuses).isEqualTo(Map.of("a", 200, "b", 200));
    assertThat(values()).containsExactly(2, 2);
  }

  @ParameterizedTest
  @EnumSource(
      value = CosmosOperation.class,
      mode = Mode.EXCLUDE,
      names = {"REPLACE", "BATCH"})
  void aFaultOfAnotherKindSparesThem(CosmosOperation operation) {
    ACCOUNT.endpoint.inject(FaultRule.dropReply(operation));

    assertThat(Bulk.statuses(ITEMS, replaces)).isEqualTo(Map.of("a", 200, "b", 200));
    assertThat(struck()).isEmpty();
  }

  @Test
  void operationsAreCountedAsIfEachHadComeAlone() {
    Bulk.statuses(ITEMS, replaces);
    ITEMS.upsertItem(Doc.of("gone", 1));
    RequestCounts before = ACCOUNT.endpoint.counts();

    Bulk.statuses(
        ITEMS, List.of(replaces.get(0), Bulk.create("a"), Bulk.read("b"), Bulk.delete("gone")));

    RequestCounts after = ACCOUNT.endpoint.counts();
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
    var faults = ACCOUNT.endpoint.faults();
    return faults.get(faults.size() - 1).struckBy();
  }

  private static List<Integer> values() {
    return List.of(Doc.value(ITEMS, "a"), Doc.value(ITEMS, "b"));
  }
}
