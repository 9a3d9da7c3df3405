package io.twinbus.ops.integration;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.twinbus.local.LocalStack;
import io.twinbus.local.network.Outage;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What commands show while a region does not answer. */
class DeadRegionTest {

  /** What is asked of the region takes longer; a beat does not, also on a slow and busy machine. */
  private static final Duration LEASE = Duration.ofSeconds(10);

  @AutoClose private static Site site;

  @BeforeAll
  static void start() throws Exception {
    site = new Site(LocalStack.builder().start(), LEASE);
    site.receiver("east");
    site.receiver("west");
  }

  @AfterEach
  void heal() {
    site.stack.heal();
  }

  @Test
  void aRegionThatIsDownCostsItsPartOfTheAnswer() throws Exception {
    site.stack.region("west").outage(Outage.REFUSE);

    Site.Answer regions = site.run("regions");
    Site.Answer list = site.run("dlq", "list");

    assertThat(regions.code()).isEqualTo(6);
    assertThat(regions.out()).contains("west    NO ANSWER");
    assertThat(list.code()).isEqualTo(6);
    assertThat(list.err()).contains("Region west does not answer");
  }

  @Test
  @Tag("long")
  void aRegionThatIsDownMakesNobodyLookDeadToWhoWatches() throws Exception {
    site.stack.region("west").outage(Outage.BLACKHOLE);

    Site.Answer watch = site.run("watch", "--frames", "4", "--interval", "1", "-o", "jsonl");

    List<String> frames = watch.out().lines().toList();
    assertThat(frames).hasSize(4);
    for (String frame : frames) {
      JsonNode seen = new ObjectMapper().readTree(frame);
      assertThat(seen.toString()).doesNotContain("no sign of life").contains("does not answer");
      assertThat(seen.findValues("receivers")).as(frame).allMatch(count -> count.asInt() > 0);
    }
    Instant second = Instant.parse(new ObjectMapper().readTree(frames.get(1)).get("at").asText());
    Instant last = Instant.parse(new ObjectMapper().readTree(frames.get(3)).get("at").asText());
    assertThat(Duration.between(second, last)).isLessThan(Duration.ofSeconds(15));
  }
}
