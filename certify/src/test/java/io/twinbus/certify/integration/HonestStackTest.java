package io.twinbus.certify.integration;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.twinbus.certify.cosmos.AccountSite;
import io.twinbus.certify.servicebus.BusSite;
import io.twinbus.local.LocalStack;
import io.twinbus.local.cosmos.AccountOptions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** On a stack that keeps every rule all checks pass, and nothing is left of them. */
class HonestStackTest {

  private static final int CHECKS =
      2 * BusSite.assumptions(Optional.empty()).size()
          + AccountSite.assumptions(Optional.empty()).size();

  @Test
  void everyAssumptionHoldsAndNothingIsLeft(@TempDir Path files) throws Exception {
    try (LocalStack stack =
        LocalStack.builder()
            .ledgerAccount(AccountOptions.defaults().withRegions("north", "south"))
            .start()) {
      Path json = files.resolve("report.json");
      Path page = files.resolve("report.html");

      Certified certified =
          Certified.of(
              stack,
              "--yes",
              "--output",
              "json",
              "--report-json",
              json.toString(),
              "--report-html",
              page.toString());

      assertThat(certified.code()).as(certified.err()).isZero();
      assertThat(certified.checks("HOLDS")).hasSize(CHECKS);
      assertThat(certified.err()).contains("All %d assumptions hold.".formatted(CHECKS));
      for (String region : List.of("east", "west")) {
        assertThat(stack.region(region).counts())
            .extracting(queue -> queue.entity())
            .containsExactly("orders");
      }
      assertThat(stack.ledger().containers()).isEmpty();
      JsonNode report = new ObjectMapper().readTree(json.toFile());
      assertThat(report.get("results")).hasSize(CHECKS);
      assertThat(report.get("made")).hasSize(5);
      assertThat(report.get("left")).isEmpty();
      assertThatItCostNoMoreThanItSaid(report, stack.ledger().counts().requestUnits());
      assertThat(Files.readString(page))
          .contains("All %d assumptions hold.".formatted(CHECKS))
          .doesNotContain("<script")
          .doesNotContain("src=");
    }
  }

  /** As far as the stack counts: answers of Service Bus, and request units. */
  private static void assertThatItCostNoMoreThanItSaid(JsonNode report, double requestUnits) {
    int answers = 0;
    Set<String> places = new TreeSet<>();
    for (JsonNode measured : report.get("measured")) {
      places.add(measured.get("place").asText());
      if (!measured.get("place").asText().equals(AccountSite.NAME)) {
        answers += measured.get("answers").asInt();
      }
    }
    assertThat(places).containsExactly("east", "ledger", "west");
    assertThat(answers).isBetween(1, report.at("/cost/operations").asInt());
    assertThat(requestUnits).isBetween(1.0, report.at("/cost/requestUnits").asDouble());
  }
}
