package io.twinbus.proving.container;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** The operators' image tries a stack: every check runs in a container, and holds. */
class CertifyImageTest {

  private static final Duration BOUND = Duration.ofMinutes(5);

  @Test
  void theOperatorsImageHasTheChecksAndEachHolds() throws Exception {
    Engine.requireBuilt("the image's certify", ContainerSite.LOCAL, ContainerSite.CLI);
    try (ContainerSite site = new ContainerSite()) {
      JsonNode results =
          new ObjectMapper().readTree(site.command(BOUND, "certify", "--yes", "-o", "json"));

      assertThat(results).hasSizeGreaterThan(30);
      for (JsonNode result : results) {
        assertThat(result.path("verdict").asText()).as(result.toString()).isEqualTo("HOLDS");
      }
    }
  }
}
