package io.twinbus.local.conformance.cosmos;

import static io.twinbus.local.conformance.cosmos.Documents.document;
import static io.twinbus.local.conformance.cosmos.Documents.exists;
import static org.assertj.core.api.Assertions.assertThat;

import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.models.CosmosContainerProperties;
import io.twinbus.local.conformance.CosmosTarget;
import io.twinbus.local.conformance.Rule;
import io.twinbus.local.conformance.RuleSet;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.RegisterExtension;

@RuleSet(
    value = "Cosmos DB: time to live",
    notEmulated = "The lag of deletions: here an item is gone at its second.")
class ExpiryRulesTest {
  @RegisterExtension static final CosmosTarget COSMOS = CosmosTarget.ofDefaults();

  @Rule(
      id = "cosmos-ttl-container",
      text = "An item is gone after its container's TTL, counted from its last write.",
      doc = Pages.TTL)
  void endsItemsAfterTheContainersTime() {
    CosmosContainer items = container(40);
    items.createItem(document("old"));
    items.createItem(document("renewed"));
    COSMOS.pass(Duration.ofSeconds(30));
    items.upsertItem(document("renewed"));

    COSMOS.pass(Duration.ofSeconds(11));

    assertThat(exists(items, "old", "old")).isFalse();
    assertThat(exists(items, "renewed", "renewed")).isTrue();
    assertThat(items.createItem(document("old")).getStatusCode()).isEqualTo(201);
  }

  @Rule(
      id = "cosmos-ttl-item",
      text = "An item's own ttl goes before its container's; -1 means never.",
      doc = Pages.TTL)
  void prefersTheItemsOwnTime() {
    CosmosContainer items = container(40);
    items.createItem(document("short").put("ttl", 2));
    items.createItem(document("never").put("ttl", -1));
    items.createItem(document("default"));

    // The clock goes on by itself: what must still be there has half a minute left.
    COSMOS.pass(Duration.ofSeconds(4));
    assertThat(exists(items, "short", "short")).isFalse();
    assertThat(exists(items, "default", "default")).isTrue();

    COSMOS.pass(Duration.ofSeconds(40));
    assertThat(exists(items, "default", "default")).isFalse();
    assertThat(exists(items, "never", "never")).isTrue();
  }

  @Rule(
      id = "cosmos-ttl-off",
      text =
          "In a container without TTL an item's own ttl has no effect; with -1 only those count.",
      doc = Pages.TTL)
  void needsTheContainersConsent() {
    CosmosContainer off = container(null);
    CosmosContainer onlyOwn = container(-1);
    off.createItem(document("a").put("ttl", 2));
    onlyOwn.createItem(document("a").put("ttl", 2));
    onlyOwn.createItem(document("b"));

    COSMOS.pass(Duration.ofSeconds(5));

    assertThat(exists(off, "a", "a")).isTrue();
    assertThat(exists(onlyOwn, "a", "a")).isFalse();
    assertThat(exists(onlyOwn, "b", "b")).isTrue();
  }

  private static CosmosContainer container(@Nullable Integer seconds) {
    return COSMOS.container(
        (CosmosContainerProperties properties) ->
            properties.setDefaultTimeToLiveInSeconds(seconds));
  }
}
