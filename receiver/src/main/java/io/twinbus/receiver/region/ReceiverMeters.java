package io.twinbus.receiver.region;

import io.micrometer.core.instrument.MeterRegistry;
import io.twinbus.ledger.EntityKey;
import io.twinbus.receiver.SessionHandler;
import io.twinbus.receiver.metrics.ReceiverMetrics;
import io.twinbus.receiver.runtime.FactListener;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apiguardian.api.API;

/** The meters of a receiver, those of each queue tagged with its name. Thread-safe. */
@API(status = API.Status.EXPERIMENTAL, since = "0.1.0")
public final class ReceiverMeters {

  private final Map<EntityKey, ReceiverMetrics> queues = new LinkedHashMap<>();

  /** The meters of a receiver of {@code queues}, one at least. */
  public ReceiverMeters(MeterRegistry registry, List<ReceiverSettings> queues) {
    queues.forEach(
        each ->
            this.queues.put(
                keyOf(each), new ReceiverMetrics(registry, each.region().name(), each.queue())));
  }

  /** The handler of a queue, with its calls timed by outcome. */
  public SessionHandler timed(ReceiverSettings queue, SessionHandler handler) {
    return of(keyOf(queue)).timed(handler);
  }

  /** Counts what session workers report. */
  public FactListener facts() {
    Map<EntityKey, FactListener> each = new HashMap<>();
    queues.forEach((key, metrics) -> each.put(key, metrics.facts()));
    return (who, fact) -> {
      FactListener its = each.get(who.queue());
      if (its != null) {
        its.on(who, fact);
      }
    };
  }

  /** Measures {@code receiver} whenever its meters are read. */
  public void watch(RegionReceiver receiver, InstantSource clock) {
    queues.forEach((key, metrics) -> metrics.watch(() -> receiver.status(key), clock));
    queues.entrySet().stream()
        .limit(1) // what all queues share is the same in the status of each
        .forEach(
            one ->
                one.getValue()
                    .watchProcess(() -> receiver.status(one.getKey()), receiver::ledgerOperations));
  }

  private ReceiverMetrics of(EntityKey key) {
    return Objects.requireNonNull(queues.get(key), "a queue of the receiver");
  }

  private static EntityKey keyOf(ReceiverSettings queue) {
    return EntityKey.of(queue.cluster().entity());
  }
}
