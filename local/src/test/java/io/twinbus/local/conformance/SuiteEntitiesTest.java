package io.twinbus.local.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.local.servicebus.NamespaceSettings;
import io.twinbus.local.servicebus.SendRules;
import io.twinbus.local.servicebus.TopicSettings;
import io.twinbus.local.servicebus.config.EntityFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class SuiteEntitiesTest {
  private static final Path FILE =
      Path.of("src", "test", "resources", "conformance", "entities.json");

  private static final Duration SHORTEST_LIFE = Duration.ofMinutes(5);

  private final NamespaceSettings declared = SuiteEntities.ofTheSuite();

  @Test
  void theFileHasTheEntitiesThatTheTestsDeclare() throws IOException {
    if (Boolean.getBoolean("conformance.write")) {
      Files.createDirectories(FILE.getParent());
      Files.writeString(FILE, SuiteEntities.file(declared));
    }

    assertThat(EntityFile.read(FILE).forRegion("east"))
        .as("%s; run this test with -Dconformance.write=true to write it", FILE)
        .isEqualTo(declared);
  }

  @Test
  void theEmulatorsLimitsAreKept() {
    assertThat(declared.queues()).hasSizeBetween(1, 50);
    assertThat(declared.queues())
        .allSatisfy(
            queue -> {
              assertThat(queue.receiving().maxDeliveryCount()).isLessThanOrEqualTo(10);
              assertThat(queue.receiving().lockDuration())
                  .isBetween(Duration.ofSeconds(5), Duration.ofMinutes(5));
              assertThat(queue.life().defaultTimeToLive())
                  .isBetween(SHORTEST_LIFE, SuiteEntities.LONGEST_LIFE);
              assertThat(window(queue.sending()))
                  .isBetween(Duration.ofSeconds(5), Duration.ofMinutes(5));
            });
    assertThat(declared.topics())
        .flatExtracting(TopicSettings::subscriptions)
        .allSatisfy(
            subscription -> {
              assertThat(subscription.receiving().lockDuration())
                  .isBetween(Duration.ofMinutes(1), Duration.ofMinutes(5));
              assertThat(subscription.life().defaultTimeToLive())
                  .isBetween(SHORTEST_LIFE, SuiteEntities.LONGEST_LIFE);
            });
  }

  @Test
  void whatEmulatorsDoNotKeepAreRulesEachWithAReasonAndAPublicPage() {
    assertThat(EmulatorLimits.all())
        .extracting(EmulatorLimits.Limit::rule)
        .doesNotHaveDuplicates()
        .isSubsetOf(RuleTable.ofTheSuite().rules().stream().map(Rule::id).toList());
    assertThat(EmulatorLimits.all())
        .allSatisfy(
            limit -> {
              assertThat(limit.reason()).isNotBlank();
              assertThat(limit.source()).startsWith("https://");
            });
  }

  /** Where no duplicates are looked for, any window that the emulator knows. */
  private static Duration window(SendRules rules) {
    return Objects.requireNonNullElse(rules.duplicateWindow(), Duration.ofMinutes(1));
  }
}
