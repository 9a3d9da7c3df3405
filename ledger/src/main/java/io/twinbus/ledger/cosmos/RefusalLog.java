package io.twinbus.ledger.cosmos;

import io.twinbus.protocol.time.Clocks;
import io.twinbus.protocol.time.MonotonicTime;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Says what needs a person, once a minute for each kind, however many operations meet it.
 *
 * <p>Kinds are HTTP statuses, so that their number is bounded. Thread-safe.
 */
final class RefusalLog {

  private static final Logger LOG = LoggerFactory.getLogger(CosmosLedger.class);
  private static final Duration INTERVAL = Duration.ofMinutes(1);

  private final Clocks clocks;
  private final Map<Integer, MonotonicTime> quietUntil = new ConcurrentHashMap<>();

  RefusalLog(Clocks clocks) {
    this.clocks = clocks;
  }

  void refused(int kind, String what, String nextStep) {
    MonotonicTime now = clocks.now().monotonic();
    MonotonicTime next = now.plus(INTERVAL);
    MonotonicTime until = quietUntil.putIfAbsent(kind, next);
    boolean first = until == null;
    boolean again =
        until != null && now.isAtOrAfter(until) && quietUntil.replace(kind, until, next);
    if (first || again) {
      LOG.error("{}; sessions that need it stand still until it is mended: {}.", what, nextStep);
    }
  }
}
