package io.twinbus.sender.runtime;

import io.twinbus.sender.message.Receipt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.BooleanSupplier;

/**
 * The future of a receipt. A wait for it on the thread that hands receipts out would never end, so
 * it fails with an exception instead.
 */
final class ReceiptFuture extends CompletableFuture<Receipt> {

  private final BooleanSupplier onDispatcherThread;

  ReceiptFuture(BooleanSupplier onDispatcherThread) {
    this.onDispatcherThread = onDispatcherThread;
  }

  @Override
  public Receipt get() throws InterruptedException, ExecutionException {
    refuseOnDispatcherThread();
    return super.get();
  }

  @Override
  public Receipt join() {
    refuseOnDispatcherThread();
    return super.join();
  }

  private void refuseOnDispatcherThread() {
    if (!isDone() && onDispatcherThread.getAsBoolean()) {
      throw new IllegalStateException(
          "A dependent of a receipt waits for another receipt, on the thread that hands receipts out:"
              + " compose the futures, or run the dependent on another executor.");
    }
  }
}
