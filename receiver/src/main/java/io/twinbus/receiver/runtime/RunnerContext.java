package io.twinbus.receiver.runtime;

import io.twinbus.protocol.time.Clocks;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledExecutorService;

/**
 * What all session runners of a process share.
 *
 * @param ledger the way to the ledger
 * @param looks the looks that parked sessions take at the session records
 * @param handler the application's handler
 * @param facts who hears of what workers report
 * @param orphans who releases the claims of workers that died
 * @param executor where events are handled
 * @param timer where alarms run
 * @param clocks the present
 */
record RunnerContext(
    LedgerCalls ledger,
    RecordPoller looks,
    HandlerInvoker handler,
    FactListener facts,
    OrphanRelease orphans,
    Executor executor,
    ScheduledExecutorService timer,
    Clocks clocks) {

  RunnerContext withFacts(FactListener listener) {
    return new RunnerContext(ledger, looks, handler, listener, orphans, executor, timer, clocks);
  }
}
