package io.twinbus.ledger.unit;

import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.ledger.EntityKey;
import io.twinbus.ledger.cosmos.document.DocumentNames;
import io.twinbus.protocol.SessionId;
import io.twinbus.protocol.settings.EntitySettings;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class EntityKeyTest {

  @Test
  void aQueueAndASubscriptionAreReadable() {
    assertThat(key("Orders.v2", null)).isEqualTo("q:orders.v2");
    assertThat(key("events", "Audit")).isEqualTo("t:events:audit");
  }

  @Test
  void noTwoEntitiesMeet() {
    List<String> keys =
        List.of(
            key("a/b", "c"),
            key("a", "b"),
            key("a", "b:c"),
            key("a:b", "c"),
            key("a/b/c", null),
            key("a:b:c", null),
            key("a%3ab", null),
            key("a:b", null),
            key("t:a:b", null),
            key("ä", null),
            key("a", null));

    assertThat(keys).doesNotHaveDuplicates();
  }

  @Test
  void theBrokerIgnoresCaseAndSoDoesTheKey() {
    assertThat(key("ORDERS", null)).isEqualTo(key("orders", null));
  }

  @Test
  void aPartitionTellsEntityAndSessionAndNeverTheSessionsName() {
    EntityKey orders = EntityKey.ofQueue("orders");
    String partition = DocumentNames.partitionOf(orders, new SessionId("jane@example.com"));

    assertThat(partition).startsWith("q:orders:").hasSize("q:orders:".length() + 43);
    assertThat(partition).doesNotContain("jane");
    assertThat(DocumentNames.partitionOf(orders, new SessionId("x"))).isNotEqualTo(partition);
    assertThat(
            DocumentNames.partitionOf(
                EntityKey.ofQueue("payments"), new SessionId("jane@example.com")))
        .isNotEqualTo(partition);
  }

  private static String key(String name, @Nullable String subscription) {
    return EntityKey.of(new EntitySettings(name, Optional.ofNullable(subscription))).value();
  }
}
