package io.twinbus.local.unit;

import static org.assertj.core.api.Assertions.assertThat;

import com.azure.cosmos.implementation.routing.PartitionKeyInternal;
import com.azure.cosmos.implementation.routing.PartitionKeyInternalHelper;
import com.azure.cosmos.models.PartitionKeyDefinition;
import com.azure.cosmos.models.PartitionKeyDefinitionVersion;
import com.azure.cosmos.models.PartitionKind;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.twinbus.local.cosmos.store.Container;
import io.twinbus.local.cosmos.store.ContainerDefinition;
import io.twinbus.local.cosmos.store.DocumentStore;
import io.twinbus.local.cosmos.store.KeyRange;
import io.twinbus.local.cosmos.store.Operation;
import io.twinbus.local.cosmos.store.PartitionKey;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Partition keys stand where the SDK's own hash puts them. */
class KeyRangeTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  @ParameterizedTest
  @ValueSource(
      strings = {
        "[\"s1\"]",
        "[\"\"]",
        "[\"fifteen letters\"]",
        "[\"exactly sixteen.\"]",
        "[\"a text that is longer than two blocks of the hash\"]",
        "[\"Zürich\"]",
        "[5]",
        "[-1.5]",
        "[true]",
        "[false]",
        "[null]",
        "[{}]"
      })
  void aKeyStandsWhereTheSdkPutsIt(String json) throws JsonProcessingException {
    Container items = container();
    PartitionKey key = PartitionKey.parse(json);
    ObjectNode item = JsonNodeFactory.instance.objectNode().put("id", "a");
    if (!json.equals("[{}]")) {
      item.set("key", JSON.readTree(json).get(0));
    }
    items.apply(key, new Operation.Create(item));
    String place = place(json);

    assertThat(count(items, new KeyRange(place, place + "0"))).isEqualTo(1);
    assertThat(count(items, new KeyRange("", place))).isZero();
    assertThat(count(items, new KeyRange(place + "0", "FF"))).isZero();
    assertThat(count(items, KeyRange.ALL)).isEqualTo(1);
  }

  private static long count(Container items, KeyRange range) {
    long count = 0;
    for (var rows = items.rowsAfter(-1, range, List.of()); rows.hasNext(); rows.next()) {
      count++;
    }
    return count;
  }

  private static String place(String json) {
    PartitionKeyDefinition definition =
        new PartitionKeyDefinition()
            .setPaths(List.of("/key"))
            .setKind(PartitionKind.HASH)
            .setVersion(PartitionKeyDefinitionVersion.V2);
    return PartitionKeyInternalHelper.getEffectivePartitionKeyString(
        PartitionKeyInternal.fromJsonString(json), definition);
  }

  private static Container container() {
    ObjectNode source = JsonNodeFactory.instance.objectNode().put("id", "items");
    source.putObject("partitionKey").putArray("paths").add("/key");
    return new DocumentStore(new TickingClock())
        .createDatabase("db")
        .flatMap(database -> database.createContainer(ContainerDefinition.parse(source)))
        .orElseThrow();
  }
}
