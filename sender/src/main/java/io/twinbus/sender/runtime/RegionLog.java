package io.twinbus.sender.runtime;

import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.time.MonotonicTime;
import io.twinbus.sender.BreakerState;
import io.twinbus.sender.Delivery;
import io.twinbus.sender.RegionStatistics;
import io.twinbus.sender.pipeline.Effect;
import io.twinbus.sender.pipeline.LaneStatistics;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What the log says about regions: when one stops or starts to answer, and what it lacks. */
final class RegionLog {

  private static final Logger LOG = LoggerFactory.getLogger("io.twinbus.sender");
  private static final Duration BETWEEN_COUNTS = Duration.ofSeconds(10);

  private final Map<RegionName, Long> reported = new HashMap<>();
  private final Set<RegionName> silent = new HashSet<>();
  private @Nullable MonotonicTime reportedAt;

  void breakerMoved(Effect.BreakerMoved moved) {
    if (moved.state() == BreakerState.OPEN && silent.add(moved.region())) {
      LOG.warn(
          "Region {} does not work ({}): copies wait for it, new ones go to the other regions"
              + " without delay; it is probed until it answers.",
          moved.region(),
          moved.problem().description());
    } else if (moved.state() == BreakerState.CLOSED && silent.remove(moved.region())) {
      LOG.info("Region {} answers again: the copies that wait for it are sent.", moved.region());
    }
  }

  /** Says which message was acknowledged by the journal, and is refused by every region. */
  void undeliverable(Delivery delivery) {
    LOG.error(
        "Message '{}' of session '{}' was acknowledged by the journal, and every region refuses it"
            + " ({}): it is not delivered. Send its content anew, in a form that they take.",
        delivery.message(),
        delivery.session(),
        delivery.failures());
  }

  /** Says at most every ten seconds what regions lack since it was said last. */
  void count(LaneStatistics statistics, MonotonicTime now) {
    if (reportedAt != null && now.since(reportedAt).compareTo(BETWEEN_COUNTS) < 0) {
      return;
    }
    statistics.regions().forEach((name, region) -> count(name, region, now));
  }

  private void count(RegionName name, RegionStatistics region, MonotonicTime now) {
    long before = reported.getOrDefault(name, 0L);
    if (region.gaveUp() > before) {
      reportedAt = now;
      reported.put(name, region.gaveUp());
      LOG.warn(
          "Region {} lacks {} more copies (so far: {} refused, {} timed out, {} shed,"
              + " {} held back): those of"
              + " acknowledged messages take effect from another region's copy.",
          name,
          region.gaveUp() - before,
          region.refused(),
          region.timedOut(),
          region.shed(),
          region.heldBack());
    }
  }
}
