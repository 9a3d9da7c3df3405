package io.twinbus.local.unit;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.twinbus.local.cosmos.sql.Filter;
import io.twinbus.local.cosmos.sql.Query;
import io.twinbus.local.cosmos.sql.QueryRun;
import io.twinbus.local.cosmos.sql.Resume;
import io.twinbus.local.cosmos.sql.Row;
import io.twinbus.local.cosmos.store.Container;
import io.twinbus.local.cosmos.store.ContainerDefinition;
import io.twinbus.local.cosmos.store.DocumentStore;
import io.twinbus.local.cosmos.store.IndexingPolicy;
import io.twinbus.local.cosmos.store.Operation;
import io.twinbus.local.cosmos.store.PartitionKey;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Filters that an index serves give what reading everything gives, and read less. */
class IndexedQueryTest {
  private static final int ROUNDS = 2_000;
  private static final int IDS = 300;

  private final Container items = container();

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT * FROM c WHERE c.status = 'BLOCKED'",
        "SELECT * FROM c WHERE 'BLOCKED' = c.status AND c.n = 3",
        "SELECT * FROM c WHERE c.n = 1 AND (c.deep.er = true AND c.status = 'IDLE')",
        "SELECT * FROM c WHERE c.n = 1.0",
        "SELECT * FROM c WHERE c.none = null",
        "SELECT * FROM c WHERE c.tags[0] = 'a'",
        "SELECT * FROM c WHERE c.status = 'BLOCKED' OR c.n = 2",
        "SELECT * FROM c WHERE NOT (c.status = 'BLOCKED')",
        "SELECT * FROM c WHERE c.status = 'nowhere'"
      })
  void anIndexedFilterFindsWhatReadingEverythingFinds(String text) {
    Random random = new Random(7);
    Query query = Query.parse(text);
    for (int round = 0; round < ROUNDS; round++) {
      change(random);
      if (round % 50 == 0) {
        List<Filter> filters = query.filters(Map.of());
        assertThat(found(query, items.rowsAfter(-1, filters)))
            .as("round %d", round)
            .isEqualTo(found(query, items.rowsAfter(-1, List.of())));
        PartitionKey one = key(3);
        assertThat(found(query, items.rows(one, filters)))
            .isEqualTo(found(query, items.rows(one, List.of())));
      }
    }
    assertThat(found(Query.parse("SELECT * FROM c"), items.rowsAfter(-1, List.of()))).isNotEmpty();
  }

  @Test
  void anIndexedFilterReadsOnlyWhatHasTheValue() {
    for (int i = 0; i < IDS; i++) {
      items.apply(key(i), new Operation.Upsert(document(i, i == 7 ? "BLOCKED" : "IDLE"), null));
    }
    Query query = Query.parse("SELECT * FROM c WHERE c.status = 'BLOCKED' AND c.n >= 0");

    Iterator<Row> rows = items.rowsAfter(-1, query.filters(Map.of()));

    assertThat(rows).toIterable().hasSize(1);
  }

  @ParameterizedTest
  @CsvSource({
    "/*, , a.b, true",
    "/*, /a/*, a.b, false",
    "/*, /a/*, ab, true",
    "/*, /a/?, a, false",
    "/*, /a/?, a.b, true",
    "/a/b/?, /*, a.b, true",
    "/a/b/?, /*, a.c, false",
    "/a/b/c/?, /a/b/*, a.b.c, true",
    "/a/?, /*, id, true",
    "/a/?, /*, _ts, true"
  })
  void theLongestPathDecides(
      String included, @Nullable String excluded, String path, boolean indexed) {
    ObjectNode source = JsonNodeFactory.instance.objectNode();
    source.putArray("includedPaths").addObject().put("path", included);
    if (excluded != null) {
      source.putArray("excludedPaths").addObject().put("path", excluded);
    }

    assertThat(IndexingPolicy.parse(source).includes(List.of(path.split("\\.", -1))))
        .isEqualTo(indexed);
  }

  @Test
  void withoutIndexingNothingIsIndexed() {
    ObjectNode none = JsonNodeFactory.instance.objectNode().put("indexingMode", "None");

    assertThat(IndexingPolicy.parse(none).includes(List.of("id"))).isFalse();
  }

  private void change(Random random) {
    int id = random.nextInt(IDS);
    if (random.nextInt(4) == 0) {
      items.apply(key(id), new Operation.Delete(Integer.toString(id), null));
    } else {
      ObjectNode document = document(id, random.nextBoolean() ? "BLOCKED" : "IDLE");
      document.put("n", random.nextInt(4)).putNull("none");
      document.putObject("deep").put("er", random.nextBoolean());
      document.putArray("tags").add(random.nextBoolean() ? "a" : "b");
      items.apply(key(id), new Operation.Upsert(document, null));
    }
  }

  private static ObjectNode document(int id, String status) {
    return JsonNodeFactory.instance
        .objectNode()
        .put("id", Integer.toString(id))
        .put("session", id % 3)
        .put("n", id)
        .put("status", status);
  }

  private static PartitionKey key(int id) {
    return PartitionKey.parse("[" + id % 3 + "]");
  }

  private static List<JsonNode> found(Query query, Iterator<Row> rows) {
    return new ArrayList<>(
        new QueryRun(query, Map.of(), Resume.START, Integer.MAX_VALUE - 1).page(rows).results());
  }

  private static Container container() {
    ObjectNode source = JsonNodeFactory.instance.objectNode().put("id", "items");
    source.putObject("partitionKey").putArray("paths").add("/session");
    return new DocumentStore(new TickingClock())
        .createDatabase("db")
        .flatMap(database -> database.createContainer(ContainerDefinition.parse(source)))
        .orElseThrow();
  }
}
