package io.twinbus.local.conformance.cosmos;

import static io.twinbus.local.conformance.cosmos.Documents.document;
import static io.twinbus.local.conformance.cosmos.Documents.key;
import static io.twinbus.local.conformance.cosmos.Documents.ofSize;
import static io.twinbus.local.conformance.cosmos.Documents.refusal;
import static org.assertj.core.api.Assertions.assertThat;

import com.azure.cosmos.CosmosClient;
import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.CosmosException;
import com.azure.cosmos.ThrottlingRetryOptions;
import io.twinbus.local.conformance.CosmosTarget;
import io.twinbus.local.conformance.Rule;
import io.twinbus.local.conformance.RuleSet;
import io.twinbus.local.cosmos.CosmosEndpointOptions;
import io.twinbus.local.cosmos.Quotas;
import java.time.Duration;
import org.junit.jupiter.api.extension.RegisterExtension;

@RuleSet(
    value = "Cosmos DB: throughput and storage",
    notEmulated = {
      "Autoscale, serverless, throughput shared by a database, 10,000 request units a physical"
          + " partition.",
      "A container's own throughput as its limit: rates come from the stack's options, or from the"
          + " control endpoint while it runs."
    })
class QuotaRulesTest {
  @RegisterExtension
  static final CosmosTarget COSMOS =
      CosmosTarget.with(
          CosmosEndpointOptions.defaults()
              .withQuotas(
                  Quotas.defaults().withRequestUnitsPerSecond(400).withPartitionBytes(100_000)));

  @Rule(
      id = "cosmos-throughput",
      text =
          "Beyond a container's request units a second requests are answered with 429 and a time to"
              + " wait.",
      doc = Pages.TOO_MANY)
  void throttlesBeyondTheBudget() {
    COSMOS.local(); // the provisioned throughput is the test's own
    String name = COSMOS.container().getId();
    try (CosmosClient impatient =
        COSMOS
            .builder()
            .throttlingRetryOptions(
                new ThrottlingRetryOptions().setMaxRetryAttemptsOnThrottledRequests(0))
            .buildClient()) {
      CosmosContainer items = impatient.getDatabase(COSMOS.database().getId()).getContainer(name);
      // 90 KB, which costs more than a second's budget ten times over.
      CosmosException throttled =
          refusal(
              () -> {
                for (int i = 0; i < 100; i++) {
                  items.upsertItem(ofSize("s", 90_000));
                }
              });

      assertThat(throttled.getStatusCode()).isEqualTo(429);
      assertThat(throttled.getSubStatusCode()).isEqualTo(3_200);
      assertThat(throttled.getRetryAfterDuration())
          .isBetween(Duration.ofMillis(1), Duration.ofSeconds(2));

      COSMOS.pass(Duration.ofSeconds(2));
      assertThat(items.upsertItem(document("s")).getStatusCode()).isEqualTo(200);
    }
  }

  @Rule(
      id = "cosmos-partition-size",
      text = "A logical partition that has reached its size takes nothing more (403), others do.",
      doc = Pages.FORBIDDEN)
  void refusesWhatAPartitionCannotHold() {
    COSMOS.local(); // 20 GB are too much to fill
    CosmosContainer items = COSMOS.container();
    items.createItem(ofSize("s", 90_000));

    CosmosException refused =
        refusal(() -> items.createItem(ofSize("s", 20_000).put("id", "more")));

    assertThat(refused.getStatusCode()).isEqualTo(403);
    assertThat(refused.getSubStatusCode()).isEqualTo(1_014);
    assertThat(items.createItem(ofSize("other", 20_000)).getStatusCode()).isEqualTo(201);
    assertThat(items.replaceItem(ofSize("s", 50_000), "s", key("s"), null).getStatusCode())
        .isEqualTo(200);
  }
}
