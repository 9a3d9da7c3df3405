package io.twinbus.proving.bench.subject;

import io.twinbus.proving.bench.BenchStage;
import io.twinbus.proving.bench.Budget;
import io.twinbus.proving.bench.Result;
import io.twinbus.proving.bench.Samples;
import org.jspecify.annotations.Nullable;

/**
 * What so many messages cost in the ledger.
 *
 * <p>Immutable.
 *
 * @param reads of session records
 * @param writes of session records, refused ones included
 * @param requestUnits of all requests to the sessions' container
 */
record LedgerCost(int messages, long reads, long writes, double requestUnits) {

  /** Tells it by message; {@code budget} is for the writes. */
  void tell(BenchStage stage, String name, @Nullable Budget budget) {
    Result perMessage = Result.of(name + ": writes per message", "", perMessage((double) writes));
    stage.tell(budget == null ? perMessage : perMessage.within(budget));
    stage.tell(
        Result.of(name + ": operations per message", "", perMessage((double) reads + writes))
            .remarking("%,d reads, %,d writes".formatted(reads, writes)));
    stage.tell(
        Result.of(name + ": request units per message", "", perMessage(requestUnits))
            .remarking("without the leases'"));
  }

  private Samples perMessage(double count) {
    return Samples.once(count / messages);
  }
}
