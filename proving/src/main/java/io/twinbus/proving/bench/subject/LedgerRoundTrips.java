package io.twinbus.proving.bench.subject;

import io.twinbus.ledger.cosmos.CosmosLedger;
import io.twinbus.protocol.settings.FlatSettings;
import io.twinbus.proving.bench.BenchStage;
import io.twinbus.proving.bench.Budget;
import io.twinbus.proving.bench.Result;
import io.twinbus.proving.bench.Samples;
import io.twinbus.proving.bench.contest.Workload;
import io.twinbus.proving.bench.instrument.Waiting;
import io.twinbus.proving.bench.product.BenchReceiver;
import io.twinbus.proving.bench.product.CountingStore;
import io.twinbus.proving.bench.product.TwinbusSends;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * How often the ledger is asked between a message's arrival and its handler call: single messages
 * are sent into silence, to a session that nobody knows, one whose claim is held, one whose claim
 * was given back.
 */
final class LedgerRoundTrips {

  private static final Workload ONE = new Workload(1, 1, Workload.SMALL);

  private final TwinbusSends sends;
  private final CountingStore store;
  private final AtomicLong atCall;
  private final AtomicInteger calls;
  private final int session;

  private LedgerRoundTrips(
      TwinbusSends sends,
      CountingStore store,
      AtomicLong atCall,
      AtomicInteger calls,
      int session) {
    this.sends = sends;
    this.store = store;
    this.atCall = atCall;
    this.calls = calls;
    this.session = session;
  }

  /** Measures with a receiver as {@code settings} describe it, and a session of that number. */
  static void measure(BenchStage stage, FlatSettings settings, int session) {
    AtomicLong atCall = new AtomicLong();
    AtomicInteger calls = new AtomicInteger();
    try (CosmosLedger ledger = BenchReceiver.openLedger(settings);
        TwinbusSends sends = new TwinbusSends(settings, ONE)) {
      CountingStore store = new CountingStore(ledger.sessions());
      try (BenchReceiver receiver =
          BenchReceiver.start(
              settings,
              ledger,
              store,
              message -> {
                atCall.set(store.operations());
                calls.incrementAndGet();
              })) {
        LedgerRoundTrips trips = new LedgerRoundTrips(sends, store, atCall, calls, session);
        tell(stage, "new session", 1, trips.sendOne());
        tell(stage, "claim held", 0, trips.sendOne());
        Waiting.until("the claim is released", () -> receiver.claimed() == 0);
        tell(stage, "known session", 2, trips.sendOne());
      }
    }
  }

  private long sendOne() {
    int earlier = calls.get();
    long before = store.operations();
    sends.run(session);
    Waiting.until("the handler has run", () -> calls.get() > earlier);
    long used = atCall.get() - before;
    Waiting.quiet(store::operations);
    return used;
  }

  private static void tell(BenchStage stage, String what, int budget, long operations) {
    stage.tell(
        Result.of(
                "ledger, round trips before a handler starts: " + what,
                "",
                Samples.once((double) operations))
            .within(Budget.atMost(budget)));
  }
}
