package io.twinbus.local.integration;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.twinbus.local.cosmos.AccountOptions;
import io.twinbus.local.cosmos.CosmosEndpoint;
import io.twinbus.local.cosmos.CosmosEndpointOptions;
import io.twinbus.local.cosmos.Quotas;
import io.twinbus.local.cosmos.faults.CosmosOperation;
import io.twinbus.local.cosmos.faults.FaultRule;
import io.twinbus.local.network.Outage;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Bulk requests as the SDK does not send them, and its answers to the letter. */
class CosmosBulkWireTest {
  private static final String DOCS = "dbs/bulk/colls/items/docs";
  private static final String GOES_ON = "x-ms-cosmos-batch-continue-on-error: true";
  private static final Pattern STATUS = Pattern.compile("\"statusCode\":(\\d+)");

  private CosmosEndpoint endpoint;

  CosmosBulkWireTest() throws IOException {
    endpoint = started(CosmosEndpointOptions.defaults());
  }

  @AfterEach
  void stop() {
    endpoint.close();
  }

  @Test
  void anAnswerHasAnEntryForEachOperationInTheOrderGiven() throws IOException {
    String answer = bulk(array(create("b"), create("a"), create("b"), read("a")), GOES_ON);

    assertThat(answer).startsWith("HTTP/1.1 207");
    assertThat(statuses(answer)).containsExactly(201, 201, 409, 200);
    assertThat(answer).containsPattern("\"statusCode\":201,\"requestCharge\":5.2,\"eTag\":");
  }

  @Test
  void anAnswerIsPlainSuccessWhereAllSucceeded() throws IOException {
    assertThat(bulk(array(create("a"), create("b")), GOES_ON)).startsWith("HTTP/1.1 200");
  }

  @Test
  void moreThanAHundredOperationsAreRefusedAndNoneIsDone() throws IOException {
    ObjectNode[] many = new ObjectNode[101];
    for (int i = 0; i < many.length; i++) {
      many[i] = create("s" + i);
    }

    assertThat(bulk(array(many), GOES_ON)).startsWith("HTTP/1.1 400");
    assertThat(bulk(array(), GOES_ON)).startsWith("HTTP/1.1 400");

    assertThat(statuses(bulk(array(read("s0")), GOES_ON))).containsExactly(404);
    assertThat(endpoint.counts().of(CosmosOperation.BATCH, 400)).isEqualTo(2);
    assertThat(endpoint.counts().of(CosmosOperation.CREATE, 400)).isZero();
  }

  @Test
  void moreThanTwoMegabytesAreRefused() throws IOException {
    ObjectNode large = create("large");
    ((ObjectNode) large.path("resourceBody")).put("filling", "x".repeat(1_100_000));

    assertThat(bulk(array(large, large), GOES_ON)).startsWith("HTTP/1.1 413");
  }

  @Test
  void anOperationWithoutAPartitionKeyIsRefusedAlone() throws IOException {
    ObjectNode none = create("a");
    none.remove("partitionKey");
    ObjectNode unreadable = create("b").put("partitionKey", "b");

    String answer = bulk(array(none, unreadable, create("c")), GOES_ON);

    assertThat(statuses(answer)).containsExactly(400, 400, 201);
  }

  @Test
  void anOperationWithoutContentIsRefusedAlone() throws IOException {
    ObjectNode bare = create("a");
    bare.remove("resourceBody");

    assertThat(statuses(bulk(array(bare, create("b")), GOES_ON))).containsExactly(400, 201);
  }

  @Test
  void anOperationOfNoKnownKindIsARefusalOfTheRequest() throws IOException {
    ObjectNode odd = create("a").put("operationType", "Odd");

    assertThat(bulk(array(create("b"), odd), GOES_ON)).startsWith("HTTP/1.1 400");
    assertThat(statuses(bulk(array(read("b")), GOES_ON))).containsExactly(404);
  }

  @Test
  void withoutContinueOnErrorNothingIsDoneAfterTheFirstFailure() throws IOException {
    String answer = bulk(array(create("a"), read("missing"), create("b")));

    assertThat(statuses(answer)).containsExactly(201, 404, 424);
    assertThat(statuses(bulk(array(read("a"), read("b")), GOES_ON))).containsExactly(200, 404);
  }

  @Test
  void aClientThatPrefersNoContentGetsThatOfReadsOnly() throws IOException {
    String answer = bulk(array(create("a"), read("a")), GOES_ON, "prefer: return=minimal");

    assertThat(statuses(answer)).containsExactly(201, 200);
    assertThat(answer.split("resourceBody", -1)).hasSize(2);
  }

  @Test
  void aReadOnlyKeyWritesNothingWhateverTheHeadersSay() throws IOException {
    String body = array(create("a")).toString();
    String key = endpoint.readOnlyKey();

    String plain = answer(endpoint.port(), SignedRequest.bulk(key, DOCS, body, GOES_ON));
    String asQuery =
        answer(
            endpoint.port(),
            SignedRequest.bulk(key, DOCS, body, GOES_ON, "x-ms-documentdb-isquery: True"));

    assertThat(plain).startsWith("HTTP/1.1 403");
    assertThat(asQuery).startsWith("HTTP/1.1 400");
    assertThat(statuses(bulk(array(read("a")), GOES_ON))).containsExactly(404);
  }

  @Test
  void aRangeThatIsNotThereIsGone() throws IOException {
    String answer = bulk(array(create("a")), GOES_ON, "x-ms-documentdb-partitionkeyrangeid: 7");

    assertThat(answer).startsWith("HTTP/1.1 410").contains("x-ms-substatus: 1002");
    assertThat(bulk(array(create("a")), GOES_ON, "x-ms-documentdb-partitionkeyrangeid: 0"))
        .startsWith("HTTP/1.1 200");
  }

  @Test
  void aRefusedOperationIsToldHowLongToWait() throws IOException {
    endpoint.injectInto("b", FaultRule.refuse(CosmosOperation.CREATE, 429));

    String answer = bulk(array(create("a"), create("b")), GOES_ON);

    assertThat(answer)
        .contains(
            "{\"statusCode\":429,\"requestCharge\":0.0,\"subStatusCode\":0,"
                + "\"retryAfterMilliseconds\":10}");
  }

  @Test
  void operationsAreLetInAsLongAsTheContainersBudgetLasts() throws IOException {
    restart(
        CosmosEndpointOptions.defaults()
            .withClock(() -> Instant.EPOCH)
            .withQuotas(Quotas.defaults().withRequestUnitsPerSecond(10)));

    String first = bulk(array(create("a"), create("b"), create("c")), GOES_ON);
    String second = bulk(array(create("d"), create("e")), GOES_ON);

    assertThat(first).startsWith("HTTP/1.1 207").contains("x-ms-request-charge: 10.40");
    assertThat(statuses(first)).containsExactly(201, 201, 429);
    assertThat(first)
        .contains(
            "{\"statusCode\":429,\"requestCharge\":0.0,\"subStatusCode\":3200,"
                + "\"retryAfterMilliseconds\":41}");
    assertThat(second).startsWith("HTTP/1.1 429").contains("x-ms-retry-after-ms: 41");
    assertThat(endpoint.counts().of(CosmosOperation.CREATE, 429)).isEqualTo(3);
  }

  @Test
  void aStrongBulkIsInEveryRegionOrRefused() throws IOException {
    restart(
        CosmosEndpointOptions.defaults()
            .withAccount(AccountOptions.defaults().withRegions("east", "west")));

    assertThat(bulk(array(create("a"), create("b")), GOES_ON)).startsWith("HTTP/1.1 200");
    assertThat(bulk("west", array(read("a")))).startsWith("HTTP/1.1 403");
    endpoint.outage("west", Outage.REFUSE);
    assertThat(bulk(array(create("c"), create("d")), GOES_ON)).startsWith("HTTP/1.1 503");
    endpoint.restore("west");
    endpoint.failOver("west");

    String inWest = bulk("west", array(read("a"), read("b"), read("c"), read("d")));
    assertThat(statuses(inWest)).containsExactly(200, 200, 404, 404);
    assertThat(endpoint.counts().of(CosmosOperation.CREATE, 503)).isEqualTo(2);
  }

  private void restart(CosmosEndpointOptions options) throws IOException {
    endpoint.close();
    endpoint = started(options);
  }

  private static CosmosEndpoint started(CosmosEndpointOptions options) throws IOException {
    CosmosEndpoint endpoint = CosmosEndpoint.start(options);
    String key = endpoint.key();
    answer(endpoint.port(), SignedRequest.post(key, "dbs", "{\"id\":\"bulk\"}"));
    answer(
        endpoint.port(),
        SignedRequest.post(
            key,
            "dbs/bulk/colls",
            "{\"id\":\"items\",\"partitionKey\":{\"paths\":[\"/session\"]}}"));
    return endpoint;
  }

  private static ObjectNode create(String session) {
    ObjectNode operation = operation("Create", session);
    operation.set("resourceBody", Doc.of(session, 1));
    return operation;
  }

  private static ObjectNode read(String session) {
    return operation("Read", session).put("id", session);
  }

  private static ObjectNode operation(String type, String session) {
    return JsonNodeFactory.instance
        .objectNode()
        .put("operationType", type)
        .put("partitionKey", "[\"" + session + "\"]");
  }

  private static ArrayNode array(ObjectNode... operations) {
    return JsonNodeFactory.instance.arrayNode().addAll(List.of(operations));
  }

  private String bulk(ArrayNode operations, String... headers) throws IOException {
    return answer(
        endpoint.port(), SignedRequest.bulk(endpoint.key(), DOCS, operations.toString(), headers));
  }

  private String bulk(String region, ArrayNode operations) throws IOException {
    return answer(
        URI.create(endpoint.endpoint(region)).getPort(),
        SignedRequest.bulk(endpoint.key(), DOCS, operations.toString(), GOES_ON));
  }

  private static List<Integer> statuses(String answer) {
    List<Integer> statuses = new ArrayList<>();
    STATUS.matcher(answer).results().forEach(at -> statuses.add(Integer.valueOf(at.group(1))));
    return statuses;
  }

  private static String answer(int port, byte[] request) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      socket.setSoTimeout(10_000);
      socket.getOutputStream().write(request);
      socket.shutdownOutput();
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
