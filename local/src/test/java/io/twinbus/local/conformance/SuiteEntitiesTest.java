package io.twinbus.local.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.local.servicebus.NamespaceSettings;
import io.twinbus.local.servicebus.config.EntityFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class SuiteEntitiesTest {
  private static final Path FILE =
      Path.of("src", "test", "resources", "conformance", "entities.json");

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
              assertThat(queue.life().defaultTimeToLive())
                  .isLessThanOrEqualTo(SuiteEntities.LONGEST_LIFE);
            });
  }
}
