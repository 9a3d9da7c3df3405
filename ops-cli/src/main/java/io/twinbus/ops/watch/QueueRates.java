package io.twinbus.ops.watch;

import io.twinbus.ledger.EntityKey;
import io.twinbus.ledger.HandlerVitals;
import io.twinbus.ledger.InstanceId;
import io.twinbus.ops.ledger.InstanceView;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Messages of each queue ended a second, from what instances tell. Not thread-safe. */
final class QueueRates {

  private record Part(InstanceId instance, EntityKey queue) {}

  private record Told(Instant at, long ended) {}

  private Map<Part, Told> before = new HashMap<>();
  private Map<Part, Double> rates = new HashMap<>();

  /** Takes in the instances that are alive; one that has told nothing since keeps its rates. */
  void on(List<InstanceView> alive) {
    Map<Part, Told> now = new HashMap<>();
    Map<Part, Double> next = new HashMap<>();
    for (InstanceView instance : alive) {
      for (HandlerVitals handler : instance.stats().handlers()) {
        Part part = new Part(instance.instance(), handler.queue());
        handler
            .ended()
            .map(ended -> new Told(instance.toldAt(), ended))
            .ifPresent(
                told -> {
                  now.put(part, told);
                  next.put(part, rate(part, told));
                });
      }
    }
    before = now;
    rates = next;
  }

  private double rate(Part part, Told told) {
    Told earlier = before.get(part);
    double known = rates.getOrDefault(part, 0.0);
    if (earlier == null || earlier.at().equals(told.at())) {
      return known;
    }
    double seconds = Duration.between(earlier.at(), told.at()).toMillis() / 1_000.0;
    return seconds <= 0 ? 0 : Math.max(0, (told.ended() - earlier.ended()) / seconds);
  }

  /** Those of {@code queue}, all instances together; empty where none tells. */
  Optional<Double> of(EntityKey queue) {
    return rates.entrySet().stream()
        .filter(each -> each.getKey().queue().equals(queue))
        .map(Map.Entry::getValue)
        .reduce(Double::sum);
  }
}
