package io.twinbus.local.integration;

import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.local.LocalStack;
import io.twinbus.local.cosmos.faults.LedgerLie;
import io.twinbus.local.servicebus.broker.BrokerLie;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Lies over HTTP, and their list in the README; what each of them does is certify's to find. */
class LiesTest {

  private static LocalStack stack;

  @BeforeAll
  static void start() {
    stack = LocalStack.builder().regions("east").start();
  }

  @AfterAll
  static void stop() {
    stack.close();
  }

  @Test
  void aLieIsToldUntilTheStackIsHealed() throws Exception {
    for (BrokerLie lie : BrokerLie.values()) {
      assertThat(post("/regions/east/lies", lie.label()).statusCode()).isEqualTo(200);
    }
    for (LedgerLie lie : LedgerLie.values()) {
      assertThat(post("/ledger/lies", lie.label()).statusCode()).isEqualTo(200);
    }

    assertThat(stack.region("east").faults().lies()).isEqualTo(EnumSet.allOf(BrokerLie.class));
    assertThat(stack.ledger().lies()).isEqualTo(EnumSet.allOf(LedgerLie.class));
    stack.heal();
    assertThat(stack.region("east").faults().lies()).isEmpty();
    assertThat(stack.ledger().lies()).isEmpty();
  }

  @Test
  void anUnknownLieIsAnsweredWithTheKnownOnes() throws Exception {
    for (String place : List.of("/regions/east/lies", "/ledger/lies")) {
      HttpResponse<String> answer = post(place, "sing");

      assertThat(answer.statusCode()).isEqualTo(400);
      assertThat(answer.body()).contains("A lie is one of ");
    }
  }

  @Test
  void theReadmeNamesEachLie() throws Exception {
    String page = Files.readString(Path.of("README.md"));

    assertThat(BrokerLie.values())
        .allSatisfy(lie -> assertThat(page).contains(quoted(lie.label())));
    assertThat(LedgerLie.values())
        .allSatisfy(lie -> assertThat(page).contains(quoted(lie.label())));
  }

  private static String quoted(String label) {
    return "`" + label + "`";
  }

  private static HttpResponse<String> post(String path, String lie) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(stack.controlUrl().resolve(path))
            .POST(HttpRequest.BodyPublishers.ofString("{\"lie\":\"%s\"}".formatted(lie)))
            .build();
    return HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
  }
}
