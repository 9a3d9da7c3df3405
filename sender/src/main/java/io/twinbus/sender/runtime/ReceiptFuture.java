package io.twinbus.sender.runtime;

import io.twinbus.sender.Receipt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.BooleanSupplier;

/**
 * A receipt to come. Who waits for it on the thread that hands receipts out would wait for himself,
 * for ever, and is told so instead.
 */
final class ReceiptFuture extends CompletableFuture<Receipt> {

  private final BooleanSupplier onServingThread;

  ReceiptFuture(BooleanSupplier onServingThread) {
    this.onServingThread = onServingThread;
  }

  @Override
  public Receipt get() throws InterruptedException, ExecutionException {
    refuseOnServingThread();
    return super.get();
  }

  @Override
  public Receipt join() {
    refuseOnServingThread();
    return super.join();
  }

  private void refuseOnServingThread() {
    if (!isDone() && onServingThread.getAsBoolean()) {
      throw new IllegalStateException(
          "A dependent of a receipt waits for another one, on the thread that hands receipts out:"
              + " compose the futures, or run the dependent on an executor of its own.");
    }
  }
}
