package io.twinbus.local.integration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.CosmosException;
import com.azure.cosmos.models.CosmosQueryRequestOptions;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.twinbus.local.cosmos.CosmosEndpointOptions;
import io.twinbus.local.unit.TickingClock;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CosmosExpiryTest {
  private static final TickingClock CLOCK = new TickingClock();

  private static Account account;

  @BeforeAll
  static void start() {
    account = new Account(CosmosEndpointOptions.defaults().withClock(CLOCK));
  }

  @AfterAll
  static void stop() {
    account.close();
  }

  @Test
  void anItemDisappearsWhenTheDefaultTtlSinceItsLastWriteHasPassed() {
    CosmosContainer items = account.container("default-ttl", 60);
    items.createItem(Doc.of("old", 1));
    items.createItem(Doc.of("renewed", 1));
    CLOCK.tick(Duration.ofSeconds(59));
    items.upsertItem(Doc.of("renewed", 2));

    CLOCK.tick(Duration.ofSeconds(1));

    assertThat(isThere(items, "old")).isFalse();
    assertThat(isThere(items, "renewed")).isTrue();
    assertThat(ids(items)).containsExactly("renewed");
    assertThat(items.createItem(Doc.of("old", 3)).getStatusCode()).isEqualTo(201);
  }

  @Test
  void anItemsOwnTtlGoesBeforeTheDefault() {
    CosmosContainer items = account.container("own-ttl", 60);
    items.createItem(Doc.of("short", 1).put("ttl", 10));
    items.createItem(Doc.of("for-ever", 1).put("ttl", -1));

    CLOCK.tick(Duration.ofDays(400));

    assertThat(ids(items)).containsExactly("for-ever");
  }

  @Test
  void withoutADefaultNothingExpires() {
    CosmosContainer items = account.container("no-ttl");
    items.createItem(Doc.of("kept", 1).put("ttl", 10));

    CLOCK.tick(Duration.ofDays(1));

    assertThat(isThere(items, "kept")).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "-10", "null", "1.5"})
  void aTtlThatIsNoneIsRefused(String ttl) throws Exception {
    CosmosContainer items = account.container("refused-" + ttl.length() + ttl.charAt(0));
    JsonNode content = Doc.of("s", 1).set("ttl", new ObjectMapper().readTree(ttl));

    assertThatThrownBy(() -> items.createItem(content))
        .isInstanceOf(CosmosException.class)
        .hasMessageContaining("An item's ttl is -1 or at least 1 second");
  }

  private static boolean isThere(CosmosContainer items, String session) {
    CosmosException absent =
        catchThrowableOfType(
            CosmosException.class, () -> items.readItem(session, Doc.key(session), JsonNode.class));
    return absent == null;
  }

  private static List<String> ids(CosmosContainer items) {
    return items
        .queryItems("SELECT VALUE c.id FROM c", new CosmosQueryRequestOptions(), String.class)
        .stream()
        .toList();
  }
}
