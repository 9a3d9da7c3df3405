package io.twinbus.local.unit;

import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.local.cosmos.faults.FaultInjector;
import io.twinbus.local.cosmos.gateway.Account;
import io.twinbus.local.cosmos.gateway.AccountKeys;
import io.twinbus.local.cosmos.gateway.Consistency;
import io.twinbus.local.cosmos.gateway.CosmosGateway;
import io.twinbus.local.cosmos.gateway.MasterKey;
import io.twinbus.local.cosmos.gateway.RequestRates;
import io.twinbus.local.cosmos.http.Content;
import io.twinbus.local.cosmos.http.Request;
import io.twinbus.local.cosmos.regions.Regions;
import io.twinbus.local.cosmos.regions.Replication;
import io.twinbus.local.cosmos.store.Limits;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Signatures against the worked example of the service's documentation on access control. */
class CosmosGatewayTest {
  private static final String KEY =
      "dsZQi3KtZmCv1ljt3VNWNm7sQUF1y5rJfC6kv5JiwvW0EndXdDku/dkKBp8/ufDToSxLzR4y+O/0H/t4bQtVNw==";
  private static final String OTHER_KEY = "b3RoZXI=";
  private static final String DATE = "Thu, 27 Apr 2017 00:51:12 GMT";
  private static final String SIGNATURE =
      "type%3dmaster%26ver%3d1.0%26sig%3dc09PEVJrgp2uQRkr934kFbTqhByc7TVr3OHyqlu%2bc%2bc%3d";

  private Instant clientsClock = Instant.parse("2017-04-27T01:06:12Z");
  private final TickingClock clock = new TickingClock();
  private final Regions regions =
      new Regions(List.of("local"), Replication.after(Duration.ZERO), Limits.ofTheService(), clock);
  private final CosmosGateway gateway =
      new CosmosGateway(
          new AccountKeys(new MasterKey(KEY), new MasterKey(OTHER_KEY), () -> clientsClock),
          new Account(Map.of("local", 1), Consistency.SESSION, false, false, false),
          new FaultInjector(new Random(1)),
          regions,
          clock,
          new RequestRates(OptionalInt.empty(), clock));

  @Test
  void theDocumentedSignatureIsAccepted() {
    create("ToDoList");

    assertThat(status(request("GET", "ToDoList", SIGNATURE, DATE))).isEqualTo(200);
  }

  @Test
  void aSignatureForAnotherVerbPathOrDateIsRefused() {
    create("ToDoList");
    create("Other");

    assertThat(status(request("DELETE", "ToDoList", SIGNATURE, DATE))).isEqualTo(401);
    assertThat(status(request("GET", "Other", SIGNATURE, DATE))).isEqualTo(401);
    assertThat(status(request("GET", "ToDoList", SIGNATURE, "Thu, 27 Apr 2017 00:51:13 GMT")))
        .isEqualTo(401);
    assertThat(regions.<Boolean>read("local", store -> store.database("ToDoList").isPresent()))
        .isTrue();
  }

  @Test
  void aDateMoreThanAQuarterOfAnHourOffIsRefused() {
    create("ToDoList");
    clientsClock = Instant.parse("2017-04-27T01:06:13Z");

    assertThat(status(request("GET", "ToDoList", SIGNATURE, DATE))).isEqualTo(403);
  }

  @Test
  void aRequestWithoutSignatureOrWithGarbageIsRefused() {
    assertThat(
            status(
                new Request("GET", List.of("dbs", "ToDoList"), Map.of(), Content.of(new byte[0]))))
        .isEqualTo(401);
    assertThat(status(request("GET", "ToDoList", "%zz", DATE))).isEqualTo(401);
  }

  @Test
  void moreConsistencyThanTheAccountHasIsRefused() {
    create("ToDoList");
    Request plain = request("GET", "ToDoList", SIGNATURE, DATE);
    Map<String, String> headers = new HashMap<>(plain.headers());
    headers.put("x-ms-consistency-level", "Strong");

    assertThat(status(new Request("GET", plain.path(), headers, plain.body()))).isEqualTo(400);
  }

  private void create(String database) {
    assertThat(
            regions.<Boolean>write(
                "local", store -> store.createDatabase(database).isPresent(), refusal -> false))
        .isTrue();
  }

  private int status(Request request) {
    return gateway.answer(request).reply().status();
  }

  private static Request request(String verb, String database, String authorization, String date) {
    return new Request(
        verb,
        List.of("dbs", database),
        Map.of("authorization", authorization, "x-ms-date", date),
        Content.of(new byte[0]));
  }
}
