package io.twinbus.local.unit;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.twinbus.local.cosmos.store.Container;
import io.twinbus.local.cosmos.store.ContainerDefinition;
import io.twinbus.local.cosmos.store.DocumentStore;
import io.twinbus.local.cosmos.store.Item;
import io.twinbus.local.cosmos.store.ItemOutcome;
import io.twinbus.local.cosmos.store.ItemResult;
import io.twinbus.local.cosmos.store.Operation;
import io.twinbus.local.cosmos.store.PartitionKey;
import io.twinbus.local.cosmos.store.PatchDocument;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PatchTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final PartitionKey KEY = PartitionKey.parse("[\"s\"]");

  private Container items;

  @BeforeEach
  void store() {
    items =
        new DocumentStore(new TickingClock())
            .createDatabase("twinbus")
            .flatMap(
                d ->
                    d.createContainer(
                        ContainerDefinition.parse(
                            object("{'id':'i','partitionKey':{'paths':['/s']}}"))))
            .orElseThrow();
    items.apply(
        KEY,
        new Operation.Create(object("{'id':'a','s':'s','n':1,'deep':{'x':'y'},'list':[1,3]}")));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '|',
      value = {
        "{'op':'set','path':'/n','value':2}; /n; 2",
        "{'op':'add','path':'/deep/z','value':'new'}; /deep/z; 'new'",
        "{'op':'replace','path':'/deep/x','value':null}; /deep/x; null",
        "{'op':'incr','path':'/n','value':5}; /n; 6",
        "{'op':'incr','path':'/fresh','value':5}; /fresh; 5",
        "{'op':'incr','path':'/n','value':0.5}; /n; 1.5",
        "{'op':'add','path':'/list/1','value':2}; /list; [1,2,3]",
        "{'op':'add','path':'/list/-','value':4}; /list; [1,3,4]",
        "{'op':'set','path':'/list/1','value':4}; /list; [1,4]",
        "{'op':'remove','path':'/list/0'}; /list; [3]"
      })
  void aStepChangesWhatItsPathNames(String step, String path, String expected) {
    ItemResult patched = patch("[" + step + "]");

    Item item = patched.item();
    assertThat(patched.outcome()).isEqualTo(ItemOutcome.OK);
    assertThat(item).isNotNull();
    assertThat(item.document().at(path)).isEqualTo(node(expected));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '|',
      value = {
        "{'op':'replace','path':'/absent','value':2}",
        "{'op':'remove','path':'/absent'}",
        "{'op':'set','path':'/absent/x','value':2}",
        "{'op':'incr','path':'/deep','value':2}",
        "{'op':'set','path':'/list/7','value':2}",
        "{'op':'set','path':'/s','value':'another partition'}",
        "{'op':'set','path':'/id','value':'another id'}"
      })
  void aStepThatDoesNotFitIsRefusedAndNothingChanges(String step) {
    ItemResult refused = patch("[{'op':'set','path':'/n','value':7}," + step + "]");

    Item item = items.apply(KEY, new Operation.Read("a", null)).item();
    assertThat(refused.outcome()).isEqualTo(ItemOutcome.BAD_REQUEST);
    assertThat(item).isNotNull();
    assertThat(item.document().path("n").asInt()).isEqualTo(1);
  }

  @Test
  void aConditionThatDoesNotHoldRefusesThePatch() {
    ItemResult refused =
        patch(
            "{'operations':[{'op':'set','path':'/n','value':7}],'condition':'from c where c.n > 1'}");

    assertThat(refused.outcome()).isEqualTo(ItemOutcome.CONDITION_FALSE);
  }

  private ItemResult patch(String source) {
    return items.apply(KEY, new Operation.Patch("a", PatchDocument.parse(node(source)), null));
  }

  private static ObjectNode object(String text) {
    return (ObjectNode) node(text);
  }

  private static JsonNode node(String text) {
    try {
      return JSON.readTree(text.replace('\'', '"'));
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(text, e);
    }
  }
}
