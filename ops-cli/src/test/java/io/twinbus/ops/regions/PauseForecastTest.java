package io.twinbus.ops.regions;

import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.ledger.rules.Horizon;
import io.twinbus.ops.servicebus.QueuedCopy;
import io.twinbus.protocol.ParsedHeaders;
import io.twinbus.protocol.Position;
import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.SequencedHeaders;
import io.twinbus.protocol.StreamId;
import io.twinbus.protocol.entity.EntityDescription;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A pause that costs messages says so beforehand. */
class PauseForecastTest {

  private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");
  private static final RegionName EAST = new RegionName("east");
  private static final Duration FOR_EVER = Duration.ofDays(10_675_199);

  @Test
  void aPauseThatNothingExpiresInCostsNothing() {
    assertThat(warnings(Duration.ofMinutes(30), FOR_EVER, copy(NOW.plusSeconds(1_801)))).isEmpty();
    assertThat(warnings(Duration.ofMinutes(30), Duration.ofHours(1), copy(null))).isEmpty();
  }

  @Test
  void aCopyThatExpiresBeforeItsEndIsCountedAndTheFirstIsNamed() {
    assertThat(
            warnings(
                Duration.ofMinutes(30),
                FOR_EVER,
                copy(NOW.plusSeconds(1_799)),
                copy(NOW.plusSeconds(60)),
                copy(null)))
        .containsExactly(
            "2 copies that wait now expire before the pause ends, the first at"
                + " 2026-03-01T12:01:00Z.");
  }

  @Test
  void aQueueWhoseMessagesLiveShorterIsNamedAndItsOldCopiesAreCounted() {
    assertThat(warnings(Duration.ofMinutes(30), Duration.ofMinutes(20), copy(null)))
        .containsExactly(
            "In region east a message that is sent in the pause expires after 20m, before the pause"
                + " ends.",
            "1 copies that wait now expire before the pause ends, the first at"
                + " 2026-03-01T12:15:00Z.");
  }

  @Test
  void aPauseThatTheLedgersMemoryDoesNotReachOverIsNamed() {
    assertThat(warnings(Duration.ofDays(13), FOR_EVER)).isEmpty();
    assertThat(warnings(Duration.ofDays(13).plusSeconds(1), FOR_EVER))
        .singleElement()
        .asString()
        .contains("outlasts the ledger's memory of 14d");
  }

  private static List<String> warnings(Duration lasts, Duration life, QueuedCopy... copies) {
    EntityDescription.Settings settings =
        new EntityDescription.Settings(true, false, false, Duration.ofMinutes(1), 10, life, true);
    return new PauseForecast(NOW, NOW.plus(lasts))
        .warnings(
            List.of(new EntityDescription(EAST, "the queue 'orders'", settings)),
            List.of(copies),
            Horizon.ofDefaults());
  }

  /** One that has waited for five minutes. */
  private static QueuedCopy copy(@Nullable Instant expiresAt) {
    return new QueuedCopy(
        EAST,
        QueuedCopy.Place.ACTIVE,
        new QueuedCopy.Names("s", "m"),
        new ParsedHeaders.Sequenced(
            new SequencedHeaders(
                new Position(new StreamId("p"), 1, 0), null, EAST, NOW, expiresAt)),
        new QueuedCopy.BrokerFacts(1, NOW.minusSeconds(300), null, 0),
        null);
  }
}
