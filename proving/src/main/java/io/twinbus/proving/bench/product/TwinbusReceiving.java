package io.twinbus.proving.bench.product;

import io.twinbus.ledger.cosmos.CosmosLedger;
import io.twinbus.protocol.settings.FlatSettings;
import io.twinbus.proving.bench.contest.Contender;
import io.twinbus.proving.bench.contest.Lap;
import io.twinbus.proving.bench.contest.Stopwatch;
import io.twinbus.proving.bench.contest.Workload;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Receives through the product, ledger and settling included, what its sender has sent before.
 *
 * <p>The time begins with the first handler call, as it does for the SDK's processor, and ends when
 * the region has nothing left that is not settled.
 */
public final class TwinbusReceiving implements Contender {

  private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

  private final FlatSettings settings;
  private final Workload workload;
  private final TwinbusSends sends;
  private final CosmosLedger ledger;
  private final IntSupplier unsettled;

  /**
   * Receives {@code workload} a round in the region that {@code settings} name, which is the home
   * of all sessions.
   *
   * @param unsettled how many messages of that region have not reached an end
   */
  public TwinbusReceiving(FlatSettings settings, Workload workload, IntSupplier unsettled) {
    this.settings = settings;
    this.workload = workload;
    this.sends = new TwinbusSends(settings, workload);
    this.ledger = BenchReceiver.openLedger(settings);
    this.unsettled = unsettled;
  }

  @Override
  public void prepare(int round) {
    sends.run(round);
  }

  @Override
  public Lap run(int round) {
    CountDownLatch left = new CountDownLatch(workload.messages());
    AtomicReference<@Nullable Stopwatch> watch = new AtomicReference<>();
    try (BenchReceiver receiver =
        BenchReceiver.start(
            settings,
            ledger,
            message -> {
              if (watch.get() == null) {
                watch.compareAndSet(null, Stopwatch.start());
              }
              left.countDown();
            })) {
      await(left);
      awaitSettled(receiver);
      Stopwatch started = watch.get();
      if (started == null) {
        throw new IllegalStateException("There was nothing to receive.");
      }
      return started.lap(workload.messages());
    }
  }

  private static void await(CountDownLatch left) {
    try {
      if (!left.await(BOUND.toSeconds(), TimeUnit.SECONDS)) {
        throw new IllegalStateException(left.getCount() + " messages have not been handled.");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("The round was interrupted.", e);
    }
  }

  private void awaitSettled(BenchReceiver receiver) {
    Stopwatch waiting = Stopwatch.start();
    while (unsettled.getAsInt() > 0) {
      if (waiting.seconds() > BOUND.toSeconds()) {
        throw new IllegalStateException("Not everything was settled: " + receiver.status());
      }
      LockSupport.parkNanos(POLL_NANOS);
    }
  }

  @Override
  public void close() {
    sends.close();
    ledger.close();
  }
}
