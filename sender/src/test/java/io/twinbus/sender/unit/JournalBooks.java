package io.twinbus.sender.unit;

import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.protocol.Position;
import io.twinbus.sender.message.CopyStatus;
import io.twinbus.sender.message.DeliveryStatus;
import io.twinbus.sender.pipeline.WireMessage;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/** What a {@link JournalRun} has seen of each message, and what must be true of it. */
final class JournalBooks {

  private final Collection<RegionModel> regions;
  private final boolean powerLoss;
  private final Set<String> offeredIds = new HashSet<>();
  private final Set<String> acknowledged = new LinkedHashSet<>();
  private final Set<String> failed = new HashSet<>();
  private final Map<String, String> idAtPlace = new HashMap<>();
  private final Map<String, Position> placeOfId = new HashMap<>();
  private final Map<String, Position> sentByThisLanes = new HashMap<>();
  private long passedOver;

  /**
   * Of messages that go to {@code regions}; with {@code powerLoss} the journal may lose its end.
   */
  JournalBooks(Collection<RegionModel> regions, boolean powerLoss) {
    this.regions = regions;
    this.powerLoss = powerLoss;
  }

  void onOffered(String id) {
    offeredIds.add(id);
  }

  void onAcknowledged(String id) {
    acknowledged.add(id);
  }

  /** That a number failed may be forgotten: it is sent again. */
  void onCrash() {
    sentByThisLanes.clear();
  }

  long acknowledged() {
    return acknowledged.size();
  }

  /** How many numbers were passed over, each time that a message said so. */
  long passedOver() {
    return passedOver;
  }

  /** What was reported as failed is noted; a message that a region has, or may get, was not. */
  void onEnded(DeliveryStatus delivery) {
    if (!delivery.isAcceptedAnywhere() && !delivery.regions().containsValue(CopyStatus.KEPT)) {
      failed.add(delivery.message().value());
    }
  }

  /**
   * One number is one message for ever, nothing goes out that the journal lacks, and what was
   * reported as failed never goes out again: it may have been passed over.
   */
  void onTheWire(WireMessage wire) {
    Position position = wire.headers().position();
    String place = wire.message().session() + "/" + position.stream() + "/" + position.seq();
    String id = wire.message().id().value();
    assertThat(idAtPlace.computeIfAbsent(place, absent -> id))
        .as("message at %s", place)
        .isEqualTo(id);
    assertThat(powerLoss || !failed.contains(id)).as("%s stays failed", id).isTrue();
    Position latest = sentByThisLanes.put(id, position);
    assertThat(latest == null ? Long.MAX_VALUE : latest.prev())
        .as("what %s passed over once stays passed over", latest)
        .isGreaterThanOrEqualTo(position.prev());
    Position before = placeOfId.putIfAbsent(id, position);
    if (before != null) {
      assertThat(position.stream()).isEqualTo(before.stream());
      assertThat(position.seq()).isEqualTo(before.seq());
    }
    for (long passed = position.prev() + 1; passed < position.seq(); passed++) {
      String other =
          idAtPlace.get(wire.message().session() + "/" + position.stream() + "/" + passed);
      assertThat(powerLoss || other == null || failed.contains(other))
          .as("%s passes over %s, which failed", position, other)
          .isTrue();
      assertThat(other == null || isRefusedSomewhere(other))
          .as("%s passes over %s", position, other)
          .isTrue();
      passedOver++;
    }
  }

  private boolean isRefusedSomewhere(String id) {
    return regions.stream().anyMatch(region -> region.refused.contains(id));
  }

  /** At the end, when all is at rest. */
  void verify() {
    for (RegionModel region : regions) {
      Set<String> landed = new HashSet<>();
      Map<String, Long> highest = new HashMap<>();
      for (WireMessage wire : region.landed) {
        String id = wire.message().id().value();
        Position position = wire.headers().position();
        if (landed.add(id) && !isRefusedSomewhere(id)) {
          Long before = highest.put(position.stream().value(), position.seq());
          assertThat(before == null ? 0 : before).as("before %s", id).isLessThan(position.seq());
        }
      }
      assertThat(offeredIds).as("nothing invented").containsAll(landed);
      if (!powerLoss) {
        acknowledged.stream()
            .filter(id -> !isRefusedSomewhere(id))
            .forEach(id -> assertThat(landed).as("acknowledged").contains(id));
      }
    }
  }
}
