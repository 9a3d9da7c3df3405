package io.twinbus.proving.bench.product;

import io.twinbus.ledger.cosmos.CosmosLedger;
import io.twinbus.protocol.settings.FlatSettings;
import io.twinbus.proving.bench.contest.Lap;
import io.twinbus.proving.bench.contest.Stopwatch;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntSupplier;

/** Drops standby copies whose messages have ended in the other region: no handler runs. */
public final class TwinbusDraining {

  private static final long POLL_NANOS = 5_000_000;
  private static final Duration BOUND = Duration.ofMinutes(1);

  private TwinbusDraining() {}

  /**
   * Starts a receiver in the region that {@code settings} name, and waits until nothing is left.
   *
   * @param unsettled how many copies that region has; all of them are to be receivable
   */
  public static Lap run(FlatSettings settings, IntSupplier unsettled) {
    int copies = unsettled.getAsInt();
    try (CosmosLedger ledger = BenchReceiver.openLedger(settings)) {
      Stopwatch watch = Stopwatch.start();
      try (BenchReceiver receiver =
          BenchReceiver.start(
              settings,
              ledger,
              message -> {
                throw new IllegalStateException("It has ended before: " + message.id());
              })) {
        while (unsettled.getAsInt() > 0) {
          if (watch.seconds() > BOUND.toSeconds()) {
            throw new IllegalStateException("Copies are left: " + receiver.status());
          }
          LockSupport.parkNanos(POLL_NANOS);
        }
        return watch.lap(copies);
      }
    }
  }
}
