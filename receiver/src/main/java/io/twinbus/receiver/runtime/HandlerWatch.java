package io.twinbus.receiver.runtime;

import io.twinbus.ledger.HandlerVitals;
import io.twinbus.protocol.time.Clocks;
import io.twinbus.protocol.time.MonotonicTime;
import io.twinbus.protocol.time.Now;
import io.twinbus.receiver.health.HandlerHealth;
import io.twinbus.receiver.health.HandlerReport;
import io.twinbus.receiver.session.WorkerEvent;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Carries out what {@link HandlerHealth} wants done: workers get their turns, connections are
 * tried, and people read in the log that the handler is away, at the change and once a minute.
 *
 * <p>Not thread-safe, but for what a connection tells.
 */
final class HandlerWatch {

  private static final Logger LOG = LoggerFactory.getLogger("io.twinbus.handler");
  private static final Duration TO_CONNECT = Duration.ofSeconds(5);
  private static final Duration AGAIN = Duration.ofMinutes(1);

  private final HandlerHealth health;
  private final HandlerInvoker handler;
  private final Clocks clocks;
  private final Receiver.Parts.Place place;
  private @Nullable MonotonicTime toldAt;

  HandlerWatch(
      HandlerHealth health, HandlerInvoker handler, Clocks clocks, Receiver.Parts.Place place) {
    this.health = health;
    this.handler = handler;
    this.clocks = clocks;
    this.place = place;
  }

  /** Does what is due for the workers of {@code runners}. */
  void round(SessionRunners runners, MonotonicTime now) {
    HandlerHealth.Turns due = health.poll(now);
    if (due.isBack()) {
      runners.tell(new WorkerEvent.HandlerBack());
    }
    if (!due.turns().isEmpty()) {
      runners.tell(Set.copyOf(due.turns()), new WorkerEvent.Tick());
    }
    if (due.connects()) {
      var unused =
          handler
              .isReachable(TO_CONNECT)
              .thenAccept(stood -> health.connected(stood, clocks.now().monotonic()));
    }
    log(health.report(), now);
  }

  /** How the handler stands, for the instance's vitals. */
  HandlerVitals vitals() {
    HandlerReport report = health.report();
    Now now = clocks.now();
    return new HandlerVitals(
        place.queue(),
        HandlerVitals.State.valueOf(report.state().name()),
        wall(report.since(), now),
        report.reason(),
        report.endedWellAt().map(at -> wall(at, now)));
  }

  /** By the wall clock of this moment, so that the age is right whatever that clock did since. */
  private static Instant wall(MonotonicTime time, Now now) {
    return now.wall().minus(now.monotonic().since(time));
  }

  private void log(HandlerReport report, MonotonicTime now) {
    MonotonicTime last = toldAt;
    if (!report.isAway()) {
      if (last != null) {
        toldAt = null;
        LOG.info(
            "The handler of {} in {} is back: sessions are claimed and called again.",
            place.queue(),
            place.region());
      }
      return;
    }
    if (last == null) {
      toldAt = now;
      LOG.error(
          "The handler of {} in {} is away ({}): no messages but probes are sent to it, nothing counts"
              + " against them, and other regions may take the sessions over. Look at the handler.",
          place.queue(),
          place.region(),
          report.reason());
    } else if (now.isAtOrAfter(last.plus(AGAIN))) {
      toldAt = now;
      LOG.error(
          "The handler of {} in {} has been away for {} s ({}).",
          place.queue(),
          place.region(),
          now.since(report.since()).toSeconds(),
          report.reason());
    }
  }
}
