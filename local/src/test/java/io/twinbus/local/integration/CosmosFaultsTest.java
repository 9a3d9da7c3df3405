package io.twinbus.local.integration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.CosmosEndToEndOperationLatencyPolicyConfigBuilder;
import com.azure.cosmos.CosmosException;
import com.azure.cosmos.models.CosmosItemRequestOptions;
import com.fasterxml.jackson.databind.JsonNode;
import io.twinbus.local.cosmos.faults.CosmosOperation;
import io.twinbus.local.cosmos.faults.FaultAction;
import io.twinbus.local.cosmos.faults.FaultRule;
import io.twinbus.local.faults.FaultPoint;
import io.twinbus.local.network.Outage;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class CosmosFaultsTest {
  @RegisterExtension static final Account ACCOUNT = Account.calm();
  private static final Duration LATE = Duration.ofMillis(300);
  private static final CosmosContainer ITEMS = ACCOUNT.container("items");

  @Test
  void aDroppedReplyLooksLikeAFailureYetTheItemIsThere() {
    ACCOUNT.endpoint.inject(FaultRule.dropReply(CosmosOperation.CREATE));

    CosmosException unknown = failure(() -> ITEMS.createItem(Doc.of("dropped-reply", 1)));

    assertThat(unknown.getStatusCode()).isIn(Account.NO_REPLY);
    assertThat(Doc.value(ITEMS, "dropped-reply")).isEqualTo(1);
    assertThat(ACCOUNT.endpoint.faults())
        .last()
        .satisfies(
            fault -> {
              assertThat(fault.struck()).isEqualTo(1);
              assertThat(fault.active()).isFalse();
            });
  }

  @Test
  void aDroppedReplyOfAReplaceLeavesTheNewVersion() {
    String etag = ITEMS.createItem(Doc.of("dropped-replace", 1)).getETag();
    ACCOUNT.endpoint.inject(FaultRule.dropReply(CosmosOperation.REPLACE));

    CosmosException unknown = failure(() -> replace("dropped-replace", 2, etag));

    assertThat(unknown.getStatusCode()).isIn(Account.NO_REPLY);
    assertThat(Doc.value(ITEMS, "dropped-replace")).isEqualTo(2);
  }

  @Test
  void anAnswerThatIsLateIsTheTruthAllTheSame() {
    ACCOUNT.endpoint.inject(FaultRule.late(CosmosOperation.CREATE, 300));

    Instant asked = Instant.now();
    ITEMS.createItem(Doc.of("late", 1));

    assertThat(Duration.between(asked, Instant.now())).isGreaterThanOrEqualTo(LATE);
    assertThat(Doc.value(ITEMS, "late")).isEqualTo(1);
    assertThat(failure(() -> ITEMS.createItem(Doc.of("late", 2))).getStatusCode()).isEqualTo(409);
  }

  @Test
  void onlyAnAnswerCanBeLate() {
    FaultAction late = new FaultAction.Late(60_000);

    assertThatThrownBy(
            () ->
                new FaultRule(Set.of(CosmosOperation.CREATE), FaultPoint.BEFORE_COMMIT, late, 1, 1))
        .hasMessage("Only an answer can be late: its point is after.");
    assertThatThrownBy(() -> new FaultAction.Late(60_001))
        .hasMessage("An answer is late by 1 to 60000 ms, not by 60001.");
    assertThatThrownBy(() -> new FaultAction.Late(0))
        .hasMessage("An answer is late by 1 to 60000 ms, not by 0.");
  }

  @Test
  void aDroppedRequestLooksTheSameAndNothingIsThere() {
    ACCOUNT.endpoint.inject(FaultRule.dropRequest(CosmosOperation.CREATE));

    CosmosException unknown = failure(() -> ITEMS.createItem(Doc.of("dropped-request", 1)));
    CosmosException absent =
        failure(
            () -> ITEMS.readItem("dropped-request", Doc.key("dropped-request"), JsonNode.class));

    assertThat(unknown.getStatusCode()).isIn(Account.NO_REPLY);
    assertThat(absent.getStatusCode()).isEqualTo(404);
  }

  @Test
  void aReplyThatNeverComesTimesOutYetTheItemIsThere() {
    FaultRule hang =
        new FaultRule(
            Set.of(CosmosOperation.CREATE), FaultPoint.AFTER_COMMIT, new FaultAction.Hang(), 1, 1);
    ACCOUNT.endpoint.inject(hang);

    CosmosException unknown =
        failure(() -> ITEMS.createItem(Doc.of("hung", 1), Doc.key("hung"), impatient()));

    assertThat(unknown.getStatusCode()).isEqualTo(408);
    assertThat(Doc.value(ITEMS, "hung")).isEqualTo(1);
  }

  @Test
  void aFaultInOnePartitionSparesTheOthers() {
    ACCOUNT.endpoint.injectInto("struck", FaultRule.dropReply(CosmosOperation.CREATE));

    int spared = ITEMS.createItem(Doc.of("spared", 1)).getStatusCode();
    CosmosException unknown = failure(() -> ITEMS.createItem(Doc.of("struck", 1)));

    assertThat(spared).isEqualTo(201);
    assertThat(unknown.getStatusCode()).isIn(Account.NO_REPLY);
  }

  @ParameterizedTest
  @ValueSource(ints = {408, 449, 503})
  void anErrorAfterTheCommitLeavesTheItem(int status) {
    String session = "misled-" + status;
    ACCOUNT.endpoint.inject(FaultRule.mislead(CosmosOperation.CREATE, status));

    CosmosException unknown = failure(() -> ITEMS.createItem(Doc.of(session, 1)));

    // The SDK itself may retry some of these and then meet its own item.
    assertThat(unknown.getStatusCode()).isIn(status, 409);
    assertThat(Doc.value(ITEMS, session)).isEqualTo(1);
  }

  @Test
  void throttlingIsRetriedByTheClientUntilItEnds() {
    ACCOUNT.endpoint.inject(FaultRule.refuse(CosmosOperation.CREATE, 429).times(3));

    int status = ITEMS.createItem(Doc.of("throttled", 1)).getStatusCode();

    assertThat(status).isEqualTo(201);
    assertThat(ACCOUNT.endpoint.faults())
        .last()
        .satisfies(fault -> assertThat(fault.struck()).isEqualTo(3));
  }

  @ParameterizedTest
  @EnumSource(Outage.class)
  void inAnOutageNothingAnswersAndAfterwardsAllIsAsItWas(Outage outage) {
    String session = "outage-" + outage;
    ITEMS.createItem(Doc.of(session, 1));

    ACCOUNT.endpoint.outage(outage);
    CosmosException unreachable =
        failure(() -> ITEMS.readItem(session, Doc.key(session), impatient(), JsonNode.class));
    ACCOUNT.endpoint.restore();

    assertThat(unreachable.getStatusCode()).isIn(0, 408, 503);
    Awaitility.await()
        .atMost(Duration.ofSeconds(20))
        .ignoreExceptionsInstanceOf(CosmosException.class)
        .untilAsserted(() -> assertThat(Doc.value(ITEMS, session)).isEqualTo(1));
  }

  @Test
  void latencyDelaysEachDirection() {
    ITEMS.createItem(Doc.of("latency", 1));
    ACCOUNT.endpoint.latency(Duration.ofMillis(100));

    Duration taken = ITEMS.readItem("latency", Doc.key("latency"), JsonNode.class).getDuration();

    assertThat(taken).isGreaterThanOrEqualTo(Duration.ofMillis(200));
  }

  @Test
  void requestsAreCountedByOperationAndStatus() {
    long created = ACCOUNT.endpoint.counts().of(CosmosOperation.CREATE, 201);
    long refused = ACCOUNT.endpoint.counts().of(CosmosOperation.CREATE, 409);
    double charged = ACCOUNT.endpoint.counts().requestUnits();

    ITEMS.createItem(Doc.of("counted", 1));
    failure(() -> ITEMS.createItem(Doc.of("counted", 1)));

    assertThat(ACCOUNT.endpoint.counts().of(CosmosOperation.CREATE, 201)).isEqualTo(created + 1);
    assertThat(ACCOUNT.endpoint.counts().of(CosmosOperation.CREATE, 409)).isEqualTo(refused + 1);
    assertThat(ACCOUNT.endpoint.counts().requestUnits()).isBetween(charged + 6, charged + 9);
  }

  private static void replace(String session, int value, String etag) {
    ITEMS.replaceItem(
        Doc.of(session, value),
        session,
        Doc.key(session),
        new CosmosItemRequestOptions().setIfMatchETag(etag));
  }

  private static CosmosItemRequestOptions impatient() {
    return new CosmosItemRequestOptions()
        .setCosmosEndToEndOperationLatencyPolicyConfig(
            new CosmosEndToEndOperationLatencyPolicyConfigBuilder(Duration.ofSeconds(1)).build());
  }

  private static CosmosException failure(Runnable call) {
    return catchThrowableOfType(CosmosException.class, call::run);
  }
}
