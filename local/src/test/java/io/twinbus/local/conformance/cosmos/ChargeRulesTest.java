package io.twinbus.local.conformance.cosmos;

import static io.twinbus.local.conformance.cosmos.Documents.document;
import static io.twinbus.local.conformance.cosmos.Documents.ifMatch;
import static io.twinbus.local.conformance.cosmos.Documents.key;
import static io.twinbus.local.conformance.cosmos.Documents.ofSize;
import static io.twinbus.local.conformance.cosmos.Documents.refusal;
import static org.assertj.core.api.Assertions.assertThat;

import com.azure.cosmos.ConsistencyLevel;
import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.models.CosmosItemRequestOptions;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.twinbus.local.conformance.CosmosTarget;
import io.twinbus.local.conformance.Rule;
import io.twinbus.local.conformance.RuleSet;
import io.twinbus.local.cosmos.CosmosEndpointOptions;
import io.twinbus.local.cosmos.gateway.Consistency;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.RegisterExtension;

@RuleSet(
    value = "Cosmos DB: request charges",
    notEmulated = {
      "The service's exact charges; only their published proportions are kept.",
      "The lower charge of a request that asks for less consistency than its account has."
    })
class ChargeRulesTest {
  @RegisterExtension
  static final CosmosTarget COSMOS =
      CosmosTarget.with(CosmosEndpointOptions.defaults().withConsistency(Consistency.SESSION));

  @RegisterExtension static final CosmosTarget STRONG = CosmosTarget.ofDefaults();

  private CosmosContainer items;

  @BeforeEach
  void makeContainer() {
    items = COSMOS.container();
  }

  @Rule(
      id = "cosmos-charge-read",
      text = "A point read of 1 KB costs 1 request unit, one of 100 KB about 10.",
      doc = Pages.REQUEST_UNITS)
  void chargesReadsBySize() {
    items.createItem(ofSize("small", 1_000));
    items.createItem(ofSize("large", 100 * 1_024));

    assertThat(weakReadCharge("small")).isBetween(0.9, 1.1);
    assertThat(weakReadCharge("large")).isBetween(8.0, 12.0);
  }

  @Rule(
      id = "cosmos-charge-strong",
      text = "A read under strong consistency costs twice as much, for it asks two replicas.",
      doc = Pages.REQUEST_UNITS)
  void chargesStrongReadsTwice() {
    CosmosContainer strong = STRONG.container();
    strong.createItem(ofSize("small", 1_000));
    STRONG.local(); // elsewhere the account's consistency is not the test's to choose

    assertThat(readCharge(strong, "small")).isBetween(1.9, 2.1);
  }

  @Rule(
      id = "cosmos-charge-write",
      text = "Creating 1 KB costs about 5 times a read of it, replacing about 10 times.",
      doc = Pages.CHARGES)
  void chargesWritesMore() {
    var created = items.createItem(ofSize("s", 1_000));
    var replaced = items.replaceItem(ofSize("s", 1_000), "s", key("s"), ifMatch(created.getETag()));

    assertThat(created.getRequestCharge()).isBetween(4.5, 8.0);
    assertThat(replaced.getRequestCharge()).isBetween(8.5, 13.0);
  }

  @Rule(
      id = "cosmos-charge-refused",
      text = "What is refused for a conflict or a stale version is charged too.",
      doc = Pages.REQUEST_UNITS)
  void chargesWhatItRefuses() {
    items.createItem(document("s"));

    assertThat(refusal(() -> items.createItem(document("s"))).getRequestCharge()).isPositive();
    assertThat(
            refusal(() -> items.replaceItem(document("s"), "s", key("s"), ifMatch("\"other\"")))
                .getRequestCharge())
        .isPositive();
  }

  @Rule(
      id = "cosmos-charge-query",
      text = "A query costs by what it loads and returns, and the same one costs the same again.",
      doc = Pages.REQUEST_UNITS)
  void chargesQueriesByWhatTheyFind() {
    for (int i = 0; i < 100; i++) {
      items.createItem(document("s" + i).put("kind", i == 0 ? "rare" : "common"));
    }
    String rare = "SELECT * FROM c WHERE c.kind = 'rare'";
    String common = "SELECT * FROM c WHERE c.kind = 'common'";

    assertThat(Documents.charge(items, rare)).isEqualTo(Documents.charge(items, rare));
    assertThat(Documents.charge(items, common)).isGreaterThan(Documents.charge(items, rare) * 1.2);
  }

  // On an account of any consistency a reader may ask for less.
  private double weakReadCharge(String session) {
    var weak = new CosmosItemRequestOptions().setConsistencyLevel(ConsistencyLevel.EVENTUAL);
    return items.readItem(session, key(session), weak, ObjectNode.class).getRequestCharge();
  }

  private static double readCharge(CosmosContainer items, String session) {
    return items.readItem(session, key(session), ObjectNode.class).getRequestCharge();
  }
}
