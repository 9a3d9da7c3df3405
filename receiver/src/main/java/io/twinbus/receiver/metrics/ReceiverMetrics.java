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
 * The meters of one receiver, each tagged with its region.
 *
 * <p>All of them exist from the beginning, at zero: a rate can be taken of the first event, and an
 * alert on a name that does not exist cannot stay silent. Thread-safe.
 */
public final class ReceiverMetrics {

  private final MeterRegistry registry;
  private final Tags tags;
  private final FactMeters facts;

  /** The meters of the receiver of {@code region}. */
  public ReceiverMetrics(MeterRegistry registry, RegionName region) {
    this.registry = registry;
    this.tags = Tags.of("region", region.value());
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
   * Measures a running receiver whenever its meters are read.
   *
   * @param status how it stands
   * @param ledger what it has asked of the ledger
   * @param clock the wall clock by which the age of messages is taken
   */
  public void watch(
      Supplier<ReceiverStatus> status, Supplier<OperationCounts> ledger, InstantSource clock) {
    new StatusMeters(registry, tags).bind(status, clock);
    new LedgerMeters(registry, tags).bind(ledger);
  }
}
