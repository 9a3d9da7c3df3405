package io.twinbus.ledger.cosmos.operation;

import java.util.concurrent.atomic.DoubleAdder;
import java.util.concurrent.atomic.LongAdder;

/**
 * Counts operations, their outcomes and their request units.
 *
 * <p>Thread-safe; a snapshot taken while operations run may miss the newest of them.
 */
public final class OperationMeter {

  private final LongAdder reads = new LongAdder();
  private final LongAdder creates = new LongAdder();
  private final LongAdder replaces = new LongAdder();
  private final LongAdder queries = new LongAdder();
  private final LongAdder conflicts = new LongAdder();
  private final LongAdder unknowns = new LongAdder();
  private final DoubleAdder requestUnits = new DoubleAdder();

  /** A meter that has counted nothing. */
  public OperationMeter() {}

  /** Counts one operation that cost {@code charge} request units. */
  public void count(Verb verb, StatusVerdict verdict, double charge) {
    (switch (verb) {
          case READ -> reads;
          case CREATE -> creates;
          case REPLACE -> replaces;
          case QUERY -> queries;
        })
        .increment();
    switch (verdict) {
      case CONFLICT -> conflicts.increment();
      case UNKNOWN, REFUSED -> unknowns.increment();
      case DONE, ABSENT -> {}
    }
    requestUnits.add(charge);
  }

  /** The counts as they stand. */
  public OperationCounts snapshot() {
    return new OperationCounts(
        reads.sum(),
        creates.sum(),
        replaces.sum(),
        queries.sum(),
        conflicts.sum(),
        unknowns.sum(),
        requestUnits.sum());
  }
}
