package io.twinbus.sender.unit;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.twinbus.protocol.settings.FlatSettings;
import io.twinbus.sender.Sender;
import io.twinbus.sender.message.OutboundMessage;
import io.twinbus.sender.metrics.SenderMetrics;
import io.twinbus.sender.pipeline.Event;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a sender's metrics say of its journal. */
class JournalMetricsTest {

  private static final Duration BOUND = Duration.ofSeconds(60);
  private static final int BODY = 200 * 1024;
  private static final int MOST = 100;

  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();

  @TempDir private Path directory;

  @Test
  void theyShowWhatEachRegionHasNotGotAndWhenItHas() {
    FakeLinks links = FakeLinks.accepting();
    links.hold();
    try (Sender sender = sender(links)) {
      for (int i = 0; i < 3; i++) {
        assertThat(sender.send(LaneHarness.message("s", "m" + i))).isNotDone();
      }

      await(() -> assertThat(of("west", "journal.copies")).isEqualTo(3));
      await(() -> assertThat(of("east", "journal.copies")).isEqualTo(3));
      await(() -> assertThat(of("west", "journal.oldest.seconds")).isPositive());
      await(() -> assertThat(value("journal.bytes")).isPositive());
      assertThat(value("journal.bound.bytes")).isEqualTo((16 - 1 - 4) * 1024 * 1024);
      assertThat(value("journal.full")).isZero();

      links.release();
      await(() -> assertThat(of("west", "journal.copies")).isZero());
      await(() -> assertThat(of("west", "journal.oldest.seconds")).isZero());
    }
    assertThat(registry.getMeters()).isEmpty();
  }

  @Test
  void theySayThatItIsFullWhenARegionIsAwayForLong() throws Exception {
    FakeLinks withoutWest =
        new FakeLinks(
            batch ->
                batch.region().equals(LaneHarness.WEST)
                    ? new Event.Unanswered(batch, LaneHarness.PROBLEM)
                    : new Event.Accepted(batch));
    Sender sender = sender(withoutWest);
    try {
      String refusal = "";
      for (int i = 0; i < MOST && refusal.isEmpty(); i++) {
        refusal = refusalOf(sender.send(large(i)));
      }

      assertThat(refusal).contains("the journal has");
      assertThat(value("journal.full")).isEqualTo(1);
      assertThat(value("journal.bytes")).isGreaterThanOrEqualTo(value("journal.bound.bytes"));
      // A receipt comes as soon as one region has the message; the journal hears of it a moment
      // later.
      await(() -> assertThat(of("east", "journal.copies")).isZero());
      assertThat(of("west", "journal.copies")).isGreaterThan(20);
    } finally {
      sender.close(Duration.ZERO);
    }
  }

  @Test
  void withoutAJournalThereAreNone() {
    try (Sender sender =
        Sender.builder(FlatSettings.of(regions()))
            .links(FakeLinks.accepting())
            .extension(SenderMetrics.to(registry))
            .build()) {
      assertThat(sender.statistics().journal()).isEmpty();
      assertThat(registry.find("twinbus.sender.sessions").meter()).isNotNull();
      assertThat(registry.find("twinbus.sender.journal.bytes").meter()).isNull();
    }
  }

  private Sender sender(FakeLinks links) {
    Map<String, String> settings = new HashMap<>(regions());
    settings.put("twinbus.sender.journal", directory.toString());
    settings.put("twinbus.sender.journal-max-mib", "16");
    settings.put("twinbus.sender.max-in-flight-bytes", String.valueOf(4 * 1024 * 1024));
    settings.put("twinbus.sender.when-full", "fail");
    return Sender.builder(FlatSettings.of(settings))
        .links(links)
        .extension(SenderMetrics.to(registry))
        .build();
  }

  private static Map<String, String> regions() {
    return Map.of(
        "twinbus.regions.east.namespace", "east.example.net",
        "twinbus.regions.west.namespace", "west.example.net");
  }

  private static OutboundMessage large(int i) {
    return OutboundMessage.of("s", "m" + i).body("x".repeat(BODY)).build();
  }

  /** Empty: it was acknowledged. */
  private static String refusalOf(CompletableFuture<?> receipt) throws Exception {
    try {
      receipt.get(BOUND.toSeconds(), TimeUnit.SECONDS);
      return "";
    } catch (ExecutionException e) {
      return String.valueOf(e.getCause());
    }
  }

  private double of(String region, String name) {
    return registry.get("twinbus.sender." + name).tag("region", region).gauge().value();
  }

  private double value(String name) {
    return registry.get("twinbus.sender." + name).gauge().value();
  }

  private static void await(org.awaitility.core.ThrowingRunnable assertion) {
    Awaitility.await().atMost(BOUND).untilAsserted(assertion);
  }
}
