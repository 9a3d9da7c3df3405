package io.twinbus.receiver.runtime;

import io.twinbus.protocol.time.MonotonicTime;
import io.twinbus.receiver.health.HandlerHealth;
import io.twinbus.receiver.health.HandlerReport;
import io.twinbus.receiver.session.WorkerEvent;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Carries out what {@link HandlerHealth} wants done: workers get their turns, connections are
 * tried, and people read in the log that the handler is away, at the change and once a minute.
 *
 * <p>It runs while the handler is away or sessions wait for their turns, and rests otherwise.
 * Thread-safe.
 */
final class HandlerWatch {

  private static final Logger LOG = LoggerFactory.getLogger("io.twinbus.handler");
  private static final Duration ROUND = Duration.ofMillis(50);
  private static final Duration TO_CONNECT = Duration.ofSeconds(5);
  private static final Duration AGAIN = Duration.ofMinutes(1);

  private final ReceiverContext shared;
  private final SessionRunners runners;
  private final Runnable onChange;
  private final Alarm rounds;
  private final AtomicBoolean running = new AtomicBoolean();
  private volatile boolean stopped;
  private @Nullable MonotonicTime toldAt;

  /**
   * Watches for the workers of {@code runners}; {@code onChange}: the handler has gone, or come.
   */
  HandlerWatch(ReceiverContext shared, SessionRunners runners, Runnable onChange) {
    this.shared = shared;
    this.runners = runners;
    this.onChange = onChange;
    this.rounds = new Alarm(shared.ports().timer(), shared.ports().clocks(), this::round);
  }

  void start() {
    shared.health().onAttention(this::attend);
  }

  void stop() {
    stopped = true;
    rounds.clear();
  }

  private void attend() {
    if (!stopped && running.compareAndSet(false, true)) {
      rounds.set(now().plus(ROUND));
    }
  }

  private void round() {
    if (stopped) {
      return;
    }
    HandlerHealth health = shared.health();
    HandlerHealth.Turns due = health.poll(now());
    if (due.isBack()) {
      runners.tell(new WorkerEvent.HandlerBack());
    }
    if (!due.turns().isEmpty()) {
      runners.tell(Set.copyOf(due.turns()), new WorkerEvent.Tick());
    }
    if (due.connects()) {
      var unused =
          shared
              .ports()
              .handler()
              .isReachable(TO_CONNECT)
              .thenAccept(stood -> health.connected(stood, now()));
    }
    tell(health.report(), now());
    if (health.needsAttention()) {
      rounds.set(now().plus(ROUND));
    } else {
      running.set(false);
      if (health.needsAttention()) {
        attend(); // it was not heard while this round ran
      }
    }
  }

  private void tell(HandlerReport report, MonotonicTime now) {
    MonotonicTime last = toldAt;
    if (!report.isAway()) {
      if (last != null) {
        toldAt = null;
        LOG.info(
            "The handler in {} is back: sessions are claimed and called again.", shared.region());
        onChange.run();
      }
    } else if (last == null) {
      toldAt = now;
      LOG.error(
          "The handler in {} is away ({}): no messages but probes are sent to it, nothing counts"
              + " against them, and other regions may take the sessions over. Look at the handler.",
          shared.region(),
          report.reason());
      onChange.run();
    } else if (now.isAtOrAfter(last.plus(AGAIN))) {
      toldAt = now;
      LOG.error(
          "The handler in {} has been away for {} s ({}).",
          shared.region(),
          now.since(report.since()).toSeconds(),
          report.reason());
    }
  }

  private MonotonicTime now() {
    return shared.ports().clocks().now().monotonic();
  }
}
