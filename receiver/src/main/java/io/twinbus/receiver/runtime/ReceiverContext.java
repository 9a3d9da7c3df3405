package io.twinbus.receiver.runtime;

import io.twinbus.ledger.rules.FailureDetector;
import io.twinbus.ledger.store.InstanceStores;
import io.twinbus.protocol.RegionName;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Random;

/**
 * What all incarnations of a receiver share.
 *
 * @param region the region it takes sessions from
 * @param options how it behaves
 * @param instances the leases, the vitals, and what operators want
 * @param board what it sees of the others' leases
 * @param leaseSetting the thread that keeps its lease
 * @param admission which writes the ledger is asked for
 * @param random where ids come from
 * @param cores what decides about each session
 * @param queues its queues, one at least
 */
record ReceiverContext(
    RegionName region,
    ReceiverOptions options,
    InstanceStores instances,
    FailureDetector board,
    LeaseLoop.Setting leaseSetting,
    LedgerAdmission admission,
    Random random,
    SessionCore.Factory cores,
    List<QueueContext> queues) {

  /** What runners of every queue have alike: the clocks and the timer. */
  RunnerContext ports() {
    return queues.get(0).ports();
  }

  /** How long a handler call may take to return once it is cancelled, of the slowest queue. */
  Duration longestHandlerGrace() {
    return queues.stream()
        .map(queue -> queue.options().flow().pace().handlerGrace())
        .max(Comparator.naturalOrder())
        .orElse(Duration.ZERO);
  }
}
