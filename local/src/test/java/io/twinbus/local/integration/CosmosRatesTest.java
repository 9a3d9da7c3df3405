package io.twinbus.local.integration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.azure.cosmos.CosmosClient;
import com.azure.cosmos.CosmosClientBuilder;
import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.CosmosException;
import com.azure.cosmos.GatewayConnectionConfig;
import com.azure.cosmos.ThrottlingRetryOptions;
import com.fasterxml.jackson.databind.JsonNode;
import io.twinbus.local.LocalStack;
import io.twinbus.local.control.ContainerStats;
import io.twinbus.local.control.ControlClient;
import io.twinbus.local.control.ControlException;
import io.twinbus.local.cosmos.Quotas;
import io.twinbus.local.unit.TickingClock;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Request units a second, given to containers while clients of the SDK work on them. */
class CosmosRatesTest {
  private static final int CREATED = 201;
  private static final int THROTTLED = 429;

  private static final TickingClock CLOCK = new TickingClock();
  private static LocalStack stack;
  private static CosmosClient client;
  private static ControlClient control;
  private static CosmosContainer sessions;
  private static CosmosContainer leases;
  private static int documents;

  @BeforeAll
  static void start() {
    System.setProperty("COSMOS.HTTP_CONNECTION_WITHOUT_TLS_ALLOWED", "true");
    System.setProperty("COSMOS.DISABLE_IMDS_ACCESS", "true");
    stack = LocalStack.builder().clock(CLOCK).start();
    control = new ControlClient(stack.controlUrl());
    client =
        new CosmosClientBuilder()
            .endpoint(stack.ledgerEndpoint())
            .key(stack.ledgerKey())
            .gatewayMode(new GatewayConnectionConfig())
            .throttlingRetryOptions(
                new ThrottlingRetryOptions().setMaxRetryAttemptsOnThrottledRequests(0))
            .buildClient();
    client.createDatabaseIfNotExists("twinbus");
    sessions = container("ledger");
    leases = container("ledger-leases");
  }

  @AfterEach
  void heal() {
    control.heal();
    CLOCK.tick(Duration.ofMinutes(1));
  }

  @AfterAll
  static void stop() {
    client.close();
    stack.close();
  }

  @Test
  void aContainersRateHoldsFromNowOnAndSparesTheOthers() {
    assertThat(create(sessions)).isEqualTo(CREATED);

    control.ledgerRequestUnits("ledger", 10);

    assertThat(create(sessions)).isEqualTo(CREATED);
    assertThat(create(sessions)).isEqualTo(CREATED); // which leaves a debt of 0.4
    CosmosException throttled =
        catchThrowableOfType(
            CosmosException.class, () -> sessions.createItem(Doc.of("one-too-many", 1)));
    assertThat(throttled.getStatusCode()).isEqualTo(THROTTLED);
    assertThat(throttled.getSubStatusCode()).isEqualTo(3_200);
    assertThat(throttled.getRetryAfterDuration()).isEqualTo(Duration.ofMillis(41));
    assertThat(throttled.getRequestCharge()).isZero();
    for (int i = 0; i < 10; i++) {
      assertThat(create(leases)).isEqualTo(CREATED);
    }
  }

  @Test
  void theTimeToWaitIsEnoughAndNotMuchMore() {
    stack.ledger().requestRates().limit("ledger", 10);
    create(sessions);
    create(sessions);

    CLOCK.tick(Duration.ofMillis(39));
    assertThat(create(sessions)).isEqualTo(THROTTLED);
    CLOCK.tick(Duration.ofMillis(2));
    assertThat(create(sessions)).isEqualTo(CREATED);
  }

  @Test
  void overAMinuteTheRateIsSpentAndNoMore() {
    control.ledgerRequestUnits("ledger", 26);
    double before = control.stats().ledger().container("ledger").requestUnits();

    int done = 0;
    for (int tenth = 0; tenth < 600; tenth++) {
      for (int i = 0; i < 2; i++) {
        done += create(sessions) == CREATED ? 1 : 0;
      }
      CLOCK.tick(Duration.ofMillis(100));
    }

    // 60 s at 26 units, and the second's worth that it began with; a create costs 5.2.
    assertThat(done).isBetween(300, 306);
    double spent = control.stats().ledger().container("ledger").requestUnits() - before;
    assertThat(spent).isBetween(300 * 5.2 - 0.1, 306 * 5.2 + 0.1);
  }

  @Test
  void readsAndQueriesSpendTheSameBudget() {
    sessions.createItem(Doc.of("read", 1));
    control.ledgerRequestUnits("ledger", 1);

    assertThat(sessions.readItem("read", Doc.key("read"), JsonNode.class).getStatusCode())
        .isEqualTo(200); // 2 units, for two replicas of a strongly consistent account

    CosmosException throttled =
        catchThrowableOfType(
            CosmosException.class,
            () -> sessions.readItem("read", Doc.key("read"), JsonNode.class));
    assertThat(throttled.getStatusCode()).isEqualTo(THROTTLED);
  }

  @Test
  void aRateForAllSparesThoseWithOneOfTheirOwnUntilBothAreEnded() {
    control.ledgerRequestUnits("ledger-leases", 1_000);
    control.ledgerRequestUnits(1);

    assertThat(create(sessions)).isEqualTo(CREATED);
    assertThat(create(sessions)).isEqualTo(THROTTLED);
    assertThat(create(leases)).isEqualTo(CREATED);
    assertThat(create(leases)).isEqualTo(CREATED);

    control.endLedgerRequestUnits();
    assertThat(create(sessions)).isEqualTo(CREATED);
    assertThat(create(sessions)).isEqualTo(CREATED);
  }

  @Test
  void healRestoresTheRateThatTheOptionsGave() {
    try (LocalStack tight =
        LocalStack.builder()
            .clock(CLOCK)
            .ledgerQuotas(Quotas.defaults().withRequestUnitsPerSecond(400))
            .start()) {
      tight.ledger().requestRates().limit(7);

      new ControlClient(tight.controlUrl()).heal();

      assertThat(tight.ledger().requestRates().of("any")).hasValue(400);
    }
  }

  @Test
  void statsTellWhatEachContainerWasAskedAndWhatItMaySpend() {
    ContainerStats before = control.stats().ledger().container("ledger");
    control.ledgerRequestUnits("ledger", 5);

    create(sessions);
    create(sessions);

    ContainerStats after = control.stats().ledger().container("ledger");
    assertThat(after.perSecond()).isEqualTo(5);
    assertThat(after.requests() - before.requests()).isEqualTo(2);
    assertThat(after.throttled() - before.throttled()).isEqualTo(1);
    assertThat(after.requestUnits() - before.requestUnits()).isBetween(5.1, 5.3);
    assertThat(control.stats().ledger().container("ledger-leases").perSecond()).isNull();
  }

  @Test
  void anUnknownContainerAndARateOfNothingAreRefused() {
    assertThatThrownBy(() -> control.ledgerRequestUnits("ledgers", 400))
        .isInstanceOfSatisfying(ControlException.class, e -> assertThat(e.status()).isEqualTo(404))
        .hasMessageContaining("ledgers")
        .hasMessageContaining("ledger, ledger-leases");
    assertThatThrownBy(() -> control.ledgerRequestUnits("ledger", 0))
        .isInstanceOfSatisfying(ControlException.class, e -> assertThat(e.status()).isEqualTo(400))
        .hasMessageContaining("from 1");
    assertThatThrownBy(() -> stack.ledger().requestRates().limit(0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("at least 1");
  }

  private static int create(CosmosContainer container) {
    try {
      return container.createItem(Doc.of("rate-" + ++documents, 1)).getStatusCode();
    } catch (CosmosException e) {
      return e.getStatusCode();
    }
  }

  private static CosmosContainer container(String name) {
    client.getDatabase("twinbus").createContainerIfNotExists(name, "/session");
    return client.getDatabase("twinbus").getContainer(name);
  }
}
