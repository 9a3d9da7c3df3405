package io.twinbus.receiver.metrics;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.twinbus.ledger.cosmos.operation.OperationCounts;
import io.twinbus.protocol.RegionName;
import io.twinbus.receiver.SessionHandler;
import io.twinbus.receiver.runtime.FactListener;
import io.twinbus.receiver.runtime.ReceiverStatus;
import java.time.InstantSource;
import java.util.function.Supplier;

/**
 * The meters of one queue of a receiver, tagged with its region and queue, and those of its
 * process, tagged with its region.
 *
 * <p>All of them exist from the beginning, at zero: a rate can be taken of the first event, and an
 * alert on a name that does not exist cannot stay silent. Thread-safe.
 */
public final class ReceiverMetrics {

  private final MeterRegistry registry;
  private final Tags process;
  private final Tags tags;
  private final FactMeters facts;

  /** The meters of the receiver of {@code queue} in {@code region}. */
  public ReceiverMetrics(MeterRegistry registry, RegionName region, String queue) {
    this.registry = registry;
    this.process = Tags.of("region", region.value());
    this.tags = process.and("queue", queue);
    this.facts = new FactMeters(registry, tags);
  }

  /** Counts what session workers report. */
  public FactListener facts() {
    return facts;
  }

  /** {@code handler}, with its calls timed by outcome. */
  public SessionHandler timed(SessionHandler handler) {
    return new TimedHandler(handler, registry, tags);
  }

  /**
   * Measures the queue of a running receiver whenever its meters are read.
   *
   * @param status how it stands for the queue
   * @param clock the wall clock by which the age of messages is taken
   */
  public void watch(Supplier<ReceiverStatus> status, InstantSource clock) {
    new StatusMeters(registry, tags).bindQueue(status, clock);
  }

  /**
   * Measures what all queues of a running receiver have in common: its lease, and the ledger.
   *
   * @param status how the receiver stands
   * @param ledger what it has asked of the ledger
   */
  public void watchProcess(Supplier<ReceiverStatus> status, Supplier<OperationCounts> ledger) {
    new StatusMeters(registry, process).bindProcess(status);
    new LedgerMeters(registry, process).bind(ledger);
  }
}
