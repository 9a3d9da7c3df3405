package io.twinbus.sender.runtime;

import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.ids.RecordedIds;
import io.twinbus.protocol.time.MonotonicTime;
import io.twinbus.sender.message.DeliveryStatus;
import io.twinbus.sender.pipeline.Effect;
import io.twinbus.sender.pipeline.LaneStatistics;
import io.twinbus.sender.statistics.BreakerState;
import io.twinbus.sender.statistics.RegionStatistics;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Writes to the log when a region stops or starts to answer, and how many copies it lacks. */
final class RegionHealthLog {

  private static final Logger LOG = LoggerFactory.getLogger("io.twinbus.sender");
  private static final Duration BETWEEN_COUNTS = Duration.ofSeconds(10);

  private final Map<RegionName, Long> reported = new HashMap<>();
  private final Set<RegionName> silent = new HashSet<>();
  private final RecordedIds ids;
  private @Nullable MonotonicTime reportedAt;

  /** A log in which ids have the form of {@code ids}. */
  RegionHealthLog(RecordedIds ids) {
    this.ids = ids;
  }

  void breakerMoved(Effect.BreakerMoved moved) {
    if (moved.state() == BreakerState.OPEN && silent.add(moved.region())) {
      LOG.warn(
          "Region {} does not work ({}): its copies wait, the other regions get theirs without"
              + " delay, and the sender probes it until it answers.",
          moved.region(),
          moved.problem().description());
    } else if (moved.state() == BreakerState.CLOSED && silent.remove(moved.region())) {
      LOG.info("Region {} answers again: the sender sends the waiting copies.", moved.region());
    }
  }

  /** Logs a message of the journal that every region refuses. */
  void undeliverable(DeliveryStatus delivery) {
    LOG.error(
        "Message '{}' of session '{}' is in the journal, and every region refuses it ({}): it is"
            + " not delivered. Send its content again, in a form that the regions take.",
        ids.of(delivery.message()),
        ids.of(delivery.session()),
        delivery.failures());
  }

  /**
   * Logs at most every ten seconds how many more copies regions lack. A message that no region has
   * is not counted: its caller, or {@link #undeliverable}, reports its failure.
   */
  void count(LaneStatistics statistics, MonotonicTime now) {
    if (reportedAt != null && now.since(reportedAt).compareTo(BETWEEN_COUNTS) < 0) {
      return;
    }
    statistics
        .regions()
        .forEach((name, region) -> count(name, region, statistics.lacking().get(name), now));
  }

  private void count(
      RegionName name, RegionStatistics region, @Nullable Long lacking, MonotonicTime now) {
    long before = reported.getOrDefault(name, 0L);
    if (lacking != null && lacking > before) {
      reportedAt = now;
      reported.put(name, lacking);
      LOG.warn(
          "Region {} lacks the copies of {} more messages, which take effect from another region's"
              + " copy. Copies given up so far: {} refused, {} timed out, {} shed, {} held back.",
          name,
          lacking - before,
          region.refused(),
          region.timedOut(),
          region.shed(),
          region.heldBack());
    }
  }
}
