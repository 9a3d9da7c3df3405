package io.twinbus.receiver.runtime;

import io.twinbus.ledger.rules.ClaimRegistry;
import io.twinbus.ledger.rules.StartGate;
import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.time.Clocks;
import io.twinbus.receiver.bytes.BudgetedSessions;
import io.twinbus.receiver.bytes.CopyBudget;
import io.twinbus.receiver.health.HandlerHealth;
import io.twinbus.receiver.session.GapSightings;
import java.util.concurrent.TimeUnit;

/**
 * Makes what a receiver's incarnations share for each of its queues.
 *
 * @param region the receiver's region
 * @param bounded how long an operation on the records may take
 * @param admission which writes the ledger is asked for, of all queues
 * @param gate which suspects may run now, of all queues
 * @param budget the bytes that the process may hold, of all queues
 * @param side what is around the receiver
 */
record QueueContexts(
    RegionName region,
    Bounded bounded,
    LedgerAdmission admission,
    StartGate gate,
    CopyBudget budget,
    ReceiverSide side) {

  QueueContext of(ReceiverQueue queue) {
    ReceiverPlatform platform = side.platform();
    ReceiverPlatform.Threads threads = platform.threads();
    Clocks clocks = platform.clocks();
    ClaimRegistry claims = new ClaimRegistry(gate);
    LedgerCalls ledger =
        new LedgerCalls(
            queue.key(),
            queue.records().sessions(),
            queue.records().messages(),
            bounded,
            admission);
    OrphanRelease orphans =
        new OrphanRelease(
            ledger,
            claims,
            new OrphanRelease.Setting(
                clocks,
                threads.timer(),
                threads.workers(),
                platform.random(),
                queue.options().flow().pace().handlerGrace(),
                side.facts()));
    HandlerHealth health = new HandlerHealth(queue.options().health(), clocks.now().monotonic());
    return new QueueContext(
        queue.key(),
        queue.options(),
        queue.broker(),
        claims,
        new GapSightings(),
        health,
        new DirectiveWatch(queue.key(), region, health),
        new BudgetedSessions(budget),
        new RunnerContext(
            ledger,
            new RecordPoller(queue.records().sessions(), bounded, this::later),
            new HandlerInvoker(queue.handler(), clocks),
            side.facts(),
            orphans,
            threads.workers(),
            threads.timer(),
            clocks));
  }

  private void later(Runnable task) {
    var unused =
        side.platform()
            .threads()
            .timer()
            .schedule(task, RecordPoller.GATHER.toMillis(), TimeUnit.MILLISECONDS);
  }
}
