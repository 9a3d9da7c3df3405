package io.twinbus.local.integration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.azure.cosmos.CosmosClient;
import com.azure.cosmos.CosmosClientBuilder;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.twinbus.local.conformance.PageSection;
import io.twinbus.local.cosmos.gateway.NotEmulated;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** What is not emulated is refused with the sentence that docs/local.md shows. */
class CosmosRefusalsTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String ITEMS = "dbs/twinbus/colls/items";

  @RegisterExtension static final Account ACCOUNT = Account.calm();

  private final SignedHttp http = new SignedHttp(ACCOUNT.endpoint);

  @BeforeAll
  static void createContainer() {
    ACCOUNT.container("items");
  }

  @ParameterizedTest
  @EnumSource
  void whatIsNotEmulatedIsRefusedInItsSentence(NotEmulated what) throws JsonProcessingException {
    for (Asked asked : requests(what)) {
      HttpResponse<String> refused =
          http.send(asked.verb(), asked.path(), asked.headers(), asked.body());

      assertThat(refused.statusCode()).as(asked.toString()).isBetween(400, 401);
      assertThat(JSON.readTree(refused.body()).path("message").asText())
          .as(asked.toString())
          .isEqualTo(what.sentence());
      assertThat(refused.headers().firstValue("x-ms-activity-id")).isPresent();
    }
  }

  @Test
  void aClientInDirectModeIsToldSo() {
    try (CosmosClient direct =
        new CosmosClientBuilder()
            .endpoint(ACCOUNT.endpoint.endpoint())
            .key(ACCOUNT.endpoint.key())
            .directMode()
            .buildClient()) {
      Throwable refused =
          catchThrowable(
              () ->
                  direct
                      .getDatabase("twinbus")
                      .getContainer("items")
                      .readItem("a", Doc.key("a"), JsonNode.class));

      assertThat(refused).hasMessageContaining(NotEmulated.DIRECT_MODE.sentence());
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '|',
      value = {
        "'defaultTtl':null; defaultTtl is -1 or at least 1 second, not null.",
        "'defaultTtl':'hello'; defaultTtl is -1 or at least 1 second, not \"hello\".",
        "'indexingPolicy':{'compositeIndexes':[[{'path':'/a'}]]};"
            + " A composite index has at least 2 paths, not 1.",
        "'indexingPolicy':{'includedPaths':[{'path':'a'}]};"
            + " An indexing path begins with / and ends with /? or /*, not 'a'.",
        "'uniqueKeyPolicy':{'uniqueKeys':[{'paths':[]}]};"
            + " A unique key has 1 to 16 paths such as /email, not []."
      })
  void aDefinitionThatIsNoneIsRefusedInOneSentence(String property, String sentence)
      throws JsonProcessingException {
    String body =
        "{\"id\":\"bad\",\"partitionKey\":{\"paths\":[\"/session\"]},"
            + property.replace('\'', '"')
            + "}";

    HttpResponse<String> refused = http.send("POST", "dbs/twinbus/colls", Map.of(), body);

    assertThat(refused.statusCode()).isEqualTo(400);
    assertThat(JSON.readTree(refused.body()).path("message").asText()).isEqualTo(sentence);
  }

  @Test
  void thePageShowsEachSentence() throws IOException {
    PageSection.of("What the ledger refuses", CosmosRefusalsTest.class).shows(table());
  }

  private static String table() {
    return Arrays.stream(NotEmulated.values())
        .map(what -> "| " + what.request() + " | " + what.sentence() + " |\n")
        .collect(Collectors.joining("", "| request | answer |\n|---|---|\n", ""));
  }

  private static List<Asked> requests(NotEmulated what) {
    String item = "{\"id\":\"a\",\"session\":\"a\"}";
    return switch (what) {
      case DIRECT_MODE -> List.of(get("addresses"));
      case TOKENS ->
          List.of(
              get(ITEMS).with("authorization", "type%3Daad%26ver%3D1.0%26sig%3Dx"),
              get(ITEMS).with("authorization", "type=resource&ver=1&sig=x"));
      case STORED_PROCEDURES ->
          List.of(
              get(ITEMS + "/sprocs"),
              post(ITEMS + "/sprocs", "{\"id\":\"p\"}"),
              post(ITEMS + "/sprocs/p", "[]"));
      case TRIGGERS ->
          List.of(
              get(ITEMS + "/triggers"),
              post(ITEMS + "/docs", item)
                  .with("x-ms-documentdb-partitionkey", "[\"a\"]")
                  .with("x-ms-documentdb-pre-trigger-include", "t"));
      case USER_DEFINED_FUNCTIONS ->
          List.of(
              get(ITEMS + "/udfs"),
              post(ITEMS + "/docs", "{\"query\":\"SELECT VALUE udf.f(c) FROM c\"}")
                  .with("content-type", "application/query+json"));
      case CONFLICTS -> List.of(get(ITEMS + "/conflicts"));
      case USERS -> List.of(get("dbs/twinbus/users"), get("dbs/twinbus/users/u/permissions"));
      case ENCRYPTION_KEYS -> List.of(get("dbs/twinbus/clientencryptionkeys"));
      case ALL_VERSIONS_FEED -> List.of(get(ITEMS + "/docs").with("a-im", "Full-Fidelity Feed"));
      case RANGES_OF_OLD_KEYS ->
          List.of(
              get(ITEMS + "/docs").with("x-ms-start-epk", "1F"),
              get(ITEMS + "/docs").with("x-ms-end-epk", "1F").with("a-im", "Incremental Feed"));
      case COMPUTED_PROPERTIES -> List.of(container("\"computedProperties\":[{\"name\":\"x\"}]"));
      case MATERIALIZED_VIEWS -> List.of(container("\"materializedViewDefinition\":{}"));
      case VECTORS_AND_TEXT ->
          List.of(container("\"vectorEmbeddingPolicy\":{}"), container("\"fullTextPolicy\":{}"));
    };
  }

  private static Asked get(String path) {
    return new Asked("GET", path, Map.of(), "");
  }

  private static Asked post(String path, String body) {
    return new Asked("POST", path, Map.of(), body);
  }

  private static Asked container(String property) {
    return post(
        "dbs/twinbus/colls",
        "{\"id\":\"other\",\"partitionKey\":{\"paths\":[\"/session\"]}," + property + "}");
  }

  private record Asked(String verb, String path, Map<String, String> headers, String body) {
    Asked with(String name, String value) {
      Map<String, String> more = new HashMap<>(headers);
      more.put(name, value);
      return new Asked(verb, path, Map.copyOf(more), body);
    }
  }
}
