package io.twinbus.receiver.runtime;

import io.twinbus.ledger.InstanceId;
import io.twinbus.ledger.InstanceStats;
import io.twinbus.ledger.InstanceVitals;
import io.twinbus.ledger.WriteId;
import io.twinbus.ledger.WriteMark;
import io.twinbus.ledger.rules.VitalsPace;
import io.twinbus.ledger.store.VitalsStore;
import io.twinbus.ledger.store.WriteOutcome;
import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.time.Now;
import java.time.Duration;
import java.time.Instant;
import java.util.Random;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes an incarnation's vitals as often as {@link VitalsPace} says. A write that fails is made up
 * for by a later one; nothing waits for it.
 *
 * <p>Thread-safe.
 */
final class VitalsLoop {

  private static final Logger LOG = LoggerFactory.getLogger(VitalsLoop.class);

  private static final Duration AFTER_FAILURE = Duration.ofSeconds(2);

  private final Teller teller;
  private final VitalsStore store;
  private final LeaseLoop.Setting setting;
  private final Random random;
  private final VitalsPace pace = new VitalsPace();
  private final Alarm alarm;
  private final Instant startedAt;
  private volatile boolean stopped;

  /** A write whose end is not known may land after the next one. */
  private volatile boolean mayBeUnderWay;

  /**
   * Who tells what.
   *
   * @param stats its state and its counts at the moment of asking
   */
  record Teller(InstanceId instance, RegionName region, Supplier<InstanceStats> stats) {}

  VitalsLoop(Teller teller, VitalsStore store, LeaseLoop.Setting setting, Random random) {
    this.teller = teller;
    this.store = store;
    this.setting = setting;
    this.random = random;
    this.alarm = new Alarm(setting.thread(), setting.clocks(), this::look);
    this.startedAt = setting.clocks().now().wall();
  }

  void start() {
    look();
  }

  void stop() {
    stopped = true;
    alarm.clear();
  }

  /** One write at a time: the next look follows its answer. */
  private void look() {
    if (stopped) {
      return;
    }
    Now now = setting.clocks().now();
    try {
      InstanceStats stats = teller.stats().get();
      synchronized (pace) {
        if (!pace.isDue(stats, now.monotonic())) {
          lookAgain(VitalsPace.ASKED_EVERY);
          return;
        }
      }
      write(stats, now);
    } catch (RuntimeException | Error e) {
      LOG.error("The vitals of instance {} could not be told: they are told later.", name(), e);
      lookAgain(AFTER_FAILURE);
    }
  }

  private void write(InstanceStats stats, Now now) {
    InstanceVitals vitals =
        new InstanceVitals(
            teller.instance(),
            teller.region(),
            startedAt,
            mayBeUnderWay ? stats.withoutEvidence() : stats,
            WriteMark.of(WriteId.random(random), now.wall()));
    var unused =
        setting
            .bounded()
            .write(() -> store.put(vitals))
            .thenAccept(
                outcome -> {
                  mayBeUnderWay = outcome instanceof WriteOutcome.Unknown;
                  if (outcome instanceof WriteOutcome.Written) {
                    synchronized (pace) {
                      pace.written(stats, now.monotonic());
                    }
                  }
                  lookAgain(
                      outcome instanceof WriteOutcome.Written
                          ? VitalsPace.ASKED_EVERY
                          : AFTER_FAILURE);
                });
  }

  private void lookAgain(Duration after) {
    if (!stopped) {
      alarm.set(setting.clocks().now().monotonic().plus(after));
    }
  }

  private InstanceId name() {
    return teller.instance();
  }
}
