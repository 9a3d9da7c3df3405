package io.twinbus.ledger.integration;

import static io.twinbus.ledger.integration.LocalAccount.await;
import static io.twinbus.ledger.integration.LocalAccount.found;
import static io.twinbus.ledger.integration.LocalAccount.record;
import static io.twinbus.ledger.integration.LocalAccount.written;
import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.ledger.SessionRecord;
import io.twinbus.ledger.SessionStatus;
import io.twinbus.ledger.cosmos.CosmosLedger;
import io.twinbus.ledger.store.Version;
import io.twinbus.ledger.store.WriteOutcome;
import io.twinbus.local.cosmos.AccountOptions;
import io.twinbus.local.cosmos.CosmosEndpoint;
import io.twinbus.local.cosmos.CosmosEndpointOptions;
import io.twinbus.local.cosmos.regions.LateWriteCounts;
import io.twinbus.local.network.Outage;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/**
 * What the ledger's client makes of lost regions and partitions of a strongly consistent account.
 */
class RegionLossTest {

  private static final Duration BOUND = Duration.ofSeconds(30);
  private static final AccountOptions THREE =
      AccountOptions.defaults().withRegions("east", "west", "witness");

  @Test
  void aLostPartitionIsWrittenAgainWhenItHasFailedOver() {
    AccountOptions failingOver = THREE.withPartitionFailOver(Duration.ofSeconds(1));
    try (CosmosEndpoint endpoint = start(failingOver);
        CosmosLedger ledger = LocalAccount.openHasty(endpoint)) {
      SessionRecord before = record(SessionStatus.IDLE);
      Version version = written(ledger.sessions().create(before));
      SessionRecord next = record(before.session(), SessionStatus.PENDING);

      endpoint.losePartition("ledger", "east");
      Awaitility.await().atMost(BOUND).until(() -> isThere(ledger, next, version));

      assertThat(endpoint.writeRegion("ledger")).isEqualTo("west");
      assertThat(endpoint.regions()).first().isEqualTo("east");
    }
  }

  @Test
  void withoutTwoOfThreeRegionsNothingIsWrittenAndWithOneBackItIs() {
    try (CosmosEndpoint endpoint = start(THREE);
        CosmosLedger ledger = LocalAccount.openHasty(endpoint)) {
      SessionRecord before = record(SessionStatus.IDLE);
      Version version = written(ledger.sessions().create(before));
      SessionRecord next = record(before.session(), SessionStatus.PENDING);
      endpoint.outage("west", Outage.REFUSE);
      endpoint.outage("witness", Outage.REFUSE);

      assertThat(await(ledger.sessions().replace(next, version)))
          .isInstanceOf(WriteOutcome.Unknown.class);
      assertThat(found(ledger, before).record()).isEqualTo(before);
      endpoint.restore("witness");

      Awaitility.await().atMost(BOUND).until(() -> isThere(ledger, next, version));
    }
  }

  @Test
  void aWriteThatLandsLateIsFoundByItsMarkWhenItIsIssuedAgain() {
    try (CosmosEndpoint endpoint = start(THREE);
        CosmosLedger ledger = LocalAccount.openHasty(endpoint)) {
      SessionRecord before = record(SessionStatus.IDLE);
      Version version = written(ledger.sessions().create(before));
      SessionRecord next = record(before.session(), SessionStatus.PENDING);
      endpoint.landLate(1, 1);
      endpoint.outage("west", Outage.REFUSE);
      endpoint.outage("witness", Outage.REFUSE);
      assertThat(await(ledger.sessions().replace(next, version)))
          .isInstanceOf(WriteOutcome.Unknown.class);
      long kept = endpoint.lateWrites().waiting();

      endpoint.restore("west");
      WriteOutcome again = await(ledger.sessions().replace(next, version));

      assertThat(kept).isPositive();
      assertThat(endpoint.lateWrites()).isEqualTo(new LateWriteCounts(0, 1, kept - 1, 0));
      assertThat(again).isNotInstanceOf(WriteOutcome.Written.class);
      assertThat(found(ledger, before).record().stamp()).isEqualTo(next.stamp());
    }
  }

  /** Issues the write again until it is known that the record is there. */
  private static boolean isThere(CosmosLedger ledger, SessionRecord next, Version version) {
    WriteOutcome outcome = await(ledger.sessions().replace(next, version));
    return outcome instanceof WriteOutcome.Written
        || (outcome instanceof WriteOutcome.Conflict && found(ledger, next).record().equals(next));
  }

  private static CosmosEndpoint start(AccountOptions account) {
    return CosmosEndpoint.start(CosmosEndpointOptions.defaults().withAccount(account));
  }
}
