package io.twinbus.ops.regions;

import io.twinbus.ledger.rules.Horizon;
import io.twinbus.ops.output.Ages;
import io.twinbus.ops.servicebus.QueuedCopy;
import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.entity.EntityDescription;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a pause would cost: messages that expire before it ends, and a horizon that it outlasts.
 *
 * <p>Immutable and thread-safe.
 *
 * @param now the present
 * @param until when the pause ends
 */
public record PauseForecast(Instant now, Instant until) {

  /** What the broker says where messages have no end of life is longer than this. */
  private static final Duration NO_END = Duration.ofDays(36_500);

  /** One sentence for each loss to expect of what {@code copies} and {@code entities} show. */
  public List<String> warnings(
      List<EntityDescription> entities, List<QueuedCopy> copies, Horizon horizon) {
    List<String> warnings = new ArrayList<>();
    Map<RegionName, Duration> lives = new HashMap<>();
    for (EntityDescription entity : entities) {
      Duration life = entity.settings().defaultTimeToLive();
      lives.put(entity.region(), life);
      if (lasts().compareTo(life) > 0) {
        warnings.add(
            "In region %s a message that is sent in the pause expires after %s, before the pause ends."
                .formatted(entity.region(), Ages.of(life)));
      }
    }
    List<Instant> expiring =
        copies.stream()
            .map(copy -> expiry(copy, lives.get(copy.region())))
            .filter(expiry -> expiry.isBefore(until))
            .sorted()
            .toList();
    if (!expiring.isEmpty()) {
      warnings.add(
          "%d copies that wait now expire before the pause ends, the first at %s."
              .formatted(expiring.size(), expiring.get(0).truncatedTo(ChronoUnit.SECONDS)));
    }
    if (horizon.isBeyond(now, until)) {
      warnings.add(
          "The pause outlasts the ledger's memory of %s: messages that wait for so long become dead letters as too old."
              .formatted(Ages.of(horizon.retention())));
    }
    return warnings;
  }

  private Duration lasts() {
    return Duration.between(now, until);
  }

  private static Instant expiry(QueuedCopy copy, @Nullable Duration life) {
    Instant byBroker =
        life == null || life.compareTo(NO_END) > 0
            ? Instant.MAX
            : copy.at().enqueuedAt().plus(life);
    Instant bySender =
        copy.sequenced()
            .flatMap(headers -> Optional.ofNullable(headers.expiresAt()))
            .orElse(Instant.MAX);
    return byBroker.isBefore(bySender) ? byBroker : bySender;
  }
}
