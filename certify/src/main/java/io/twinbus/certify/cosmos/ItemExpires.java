package io.twinbus.certify.cosmos;

import io.twinbus.certify.check.Assumption;
import io.twinbus.certify.check.Check;
import io.twinbus.certify.check.Cost;
import io.twinbus.certify.check.Finding;
import io.twinbus.certify.check.Promise;
import io.twinbus.protocol.time.MonotonicTime;
import java.time.Duration;
import java.util.Optional;

/** Tries whether an item is gone when its time to live is over. */
final class ItemExpires implements Check<AccountBench, ItemExpires.Seen> {

  private static final String ID = "item-expires";

  /**
   * Whether the item was there at first, and after how long it was gone; empty: not while it was
   * tried.
   */
  record Seen(boolean wasThere, Optional<Duration> goneAfter) {}

  private static final int TTL_SECONDS = 2;
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  @Override
  public Assumption assumption() {
    return new Assumption(
        ID,
        "An item whose time to live is over is not shown any more.",
        new Assumption.Reason(
            "Session records end 14 days after their last write; nothing else removes them.",
            Promise.AVAILABILITY,
            "The ledger grows without a bound; reads of all sessions take ever longer.",
            AccountPage.TTL),
        Duration.ofSeconds(60),
        Cost.requestUnits(40));
  }

  @Override
  public Seen observe(AccountBench bench) throws Exception {
    MonotonicTime begun = bench.now();
    if (!bench.create(ID, ID, "short", TTL_SECONDS).isDone()) {
      return new Seen(false, Optional.empty());
    }
    while (!bench.now().isAtOrAfter(begun.plus(PATIENCE))) {
      bench.pauseFor(Duration.ofSeconds(1));
      if (bench.read(ID, ID).isEmpty()) {
        return new Seen(true, Optional.of(bench.now().since(begun)));
      }
    }
    return new Seen(true, Optional.empty());
  }

  @Override
  public Finding judge(Seen seen) {
    if (!seen.wasThere()) {
      return Finding.notRun("The item could not be created.");
    }
    return seen.goneAfter()
        .map(
            after ->
                Finding.holds(
                    "An item with %d s to live was gone after %d ms."
                        .formatted(TTL_SECONDS, after.toMillis())))
        .orElseGet(
            () ->
                Finding.broken(
                    "An item with %d s to live was there after %d s."
                        .formatted(TTL_SECONDS, PATIENCE.toSeconds())));
  }
}
