package io.twinbus.receiver.metrics;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.twinbus.ledger.cosmos.operation.OperationCounts;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;

/** What a receiver has asked of the ledger, and what it cost. */
final class LedgerMeters {

  private final MeterRegistry registry;
  private final Tags tags;

  LedgerMeters(MeterRegistry registry, Tags tags) {
    this.registry = registry;
    this.tags = tags;
  }

  void bind(Supplier<OperationCounts> ledger) {
    operations("read", ledger, OperationCounts::reads);
    operations("create", ledger, OperationCounts::creates);
    operations("replace", ledger, OperationCounts::replaces);
    operations("query", ledger, OperationCounts::queries);
    counter("twinbus.ledger.conflicts", tags, ledger, OperationCounts::conflicts);
    counter("twinbus.ledger.unknowns", tags, ledger, OperationCounts::unknowns);
    counter("twinbus.ledger.request.units", tags, ledger, OperationCounts::requestUnits);
  }

  private void operations(
      String kind, Supplier<OperationCounts> ledger, ToDoubleFunction<OperationCounts> count) {
    counter("twinbus.ledger.operations", tags.and("operation", kind), ledger, count);
  }

  private void counter(
      String name,
      Tags all,
      Supplier<OperationCounts> ledger,
      ToDoubleFunction<OperationCounts> count) {
    // The registry holds the object it counts on weakly: it is given itself, the source is
    // captured.
    FunctionCounter.builder(name, registry, itself -> count.applyAsDouble(ledger.get()))
        .tags(all)
        .register(registry);
  }
}
