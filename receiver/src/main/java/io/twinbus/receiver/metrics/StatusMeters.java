package io.twinbus.receiver.metrics;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.TimeGauge;
import io.twinbus.receiver.runtime.ReceiverStatus;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;

/** How a receiver stands, measured when the meters are read. */
final class StatusMeters {

  private final MeterRegistry registry;
  private final Tags tags;

  StatusMeters(MeterRegistry registry, Tags tags) {
    this.registry = registry;
    this.tags = tags;
  }

  void bindQueue(Supplier<ReceiverStatus> status, InstantSource clock) {
    sessions("active", status, load -> load.sessions() - load.parked());
    sessions("parked", status, load -> load.parked() - load.blocked());
    sessions("blocked", status, ReceiverStatus.Load::blocked);
    gauge("twinbus.copies.held", status, all -> all.load().inHand());
    gauge("twinbus.handlers.running", status, all -> all.load().handlersRunning());
    gauge("twinbus.handlers.overdue", status, all -> all.load().handlersOverdue());
    gauge("twinbus.handler.up", status, all -> all.handler().isAway() ? 0 : 1);
    gauge("twinbus.receiver.paused", status, all -> all.pause().isPresent() ? 1 : 0);
    gauge("twinbus.region.reachable", status, all -> flag(all.regionTrouble()));
    seconds("twinbus.lag", status, all -> lag(all.load(), clock));
  }

  void bindProcess(Supplier<ReceiverStatus> status) {
    bytes("twinbus.buffered", status, all -> all.buffered().bytes());
    bytes("twinbus.buffered.bound", status, all -> all.buffered().bound());
    gauge("twinbus.ledger.reachable", status, all -> flag(all.ledgerTrouble()));
    gauge("twinbus.ledger.limit", status, all -> all.ledger().limit());
    gauge("twinbus.ledger.waiting", status, all -> all.ledger().waiting());
    seconds("twinbus.ledger.saturated", status, all -> saturated(all.ledger()));
    gauge("twinbus.ledger.needed", status, all -> needed(all.ledger()));
    seconds("twinbus.lease.margin", status, all -> all.leaseMargin().toMillis() / 1000.0);
  }

  private void sessions(
      String state, Supplier<ReceiverStatus> status, ToDoubleFunction<ReceiverStatus.Load> count) {
    Gauge.builder("twinbus.sessions", () -> count.applyAsDouble(status.get().load()))
        .tags(tags.and("state", state))
        .register(registry);
  }

  private void gauge(
      String name, Supplier<ReceiverStatus> status, ToDoubleFunction<ReceiverStatus> value) {
    Gauge.builder(name, () -> value.applyAsDouble(status.get())).tags(tags).register(registry);
  }

  private void bytes(
      String name, Supplier<ReceiverStatus> status, ToDoubleFunction<ReceiverStatus> value) {
    Gauge.builder(name, () -> value.applyAsDouble(status.get()))
        .baseUnit("bytes")
        .tags(tags)
        .register(registry);
  }

  private void seconds(
      String name, Supplier<ReceiverStatus> status, ToDoubleFunction<ReceiverStatus> value) {
    TimeGauge.builder(name, () -> value.applyAsDouble(status.get()), TimeUnit.SECONDS)
        .tags(tags)
        .register(registry);
  }

  /** 1 when nothing is wrong. */
  private static double flag(Optional<String> trouble) {
    return trouble.isEmpty() ? 1 : 0;
  }

  private static double saturated(ReceiverStatus.LedgerLoad ledger) {
    return ledger.saturatedFor().map(time -> time.toMillis() / 1000.0).orElse(0.0);
  }

  private static double needed(ReceiverStatus.LedgerLoad ledger) {
    return ledger.saturation().map(saturation -> saturation.neededPercent() / 100.0).orElse(0.0);
  }

  /** A producer's clock that is ahead makes no lag negative. */
  private static double lag(ReceiverStatus.Load load, InstantSource clock) {
    return load.oldest()
        .map(sentAt -> Duration.between(sentAt, clock.instant()).toMillis() / 1000.0)
        .filter(seconds -> seconds > 0)
        .orElse(0.0);
  }
}
