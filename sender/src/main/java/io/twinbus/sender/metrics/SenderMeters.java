package io.twinbus.sender.metrics;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Supplier;

/** The meters of one sender, which are removed when it closes; thread-safe. */
final class SenderMeters {

  private static final String PREFIX = "twinbus.sender.";

  private final MeterRegistry registry;
  private final Tags tags;
  private final Queue<Meter> own = new ConcurrentLinkedQueue<>();

  SenderMeters(MeterRegistry registry, Tags tags) {
    this.registry = registry;
    this.tags = tags;
  }

  void gauge(String name, String what, Tags more, Supplier<Number> value) {
    own.add(
        Gauge.builder(PREFIX + name, value)
            .description(what)
            .tags(tags)
            .tags(more)
            .strongReference(true)
            .register(registry));
  }

  void counter(String name, String what, Tags more, Supplier<Number> value) {
    own.add(
        // A function counter holds its object weakly, so the object is the registry and not the
        // supplier.
        FunctionCounter.builder(PREFIX + name, registry, itself -> value.get().doubleValue())
            .description(what)
            .tags(tags)
            .tags(more)
            .register(registry));
  }

  Timer timer(String name, String what, Tags more) {
    Timer timer =
        Timer.builder(PREFIX + name)
            .description(what)
            .tags(tags)
            .tags(more)
            .publishPercentileHistogram()
            .register(registry);
    own.add(timer);
    return timer;
  }

  Timer.Sample start() {
    return Timer.start(registry);
  }

  void removeAll() {
    for (Meter meter = own.poll(); meter != null; meter = own.poll()) {
      registry.remove(meter);
    }
  }
}
