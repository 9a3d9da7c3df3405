package io.twinbus.receiver.app;

import io.twinbus.ledger.cosmos.operation.OperationCounts;
import io.twinbus.receiver.runtime.ReceiverStatus;
import jakarta.inject.Singleton;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What health and counts can look at: nothing until the receiver runs. Thread-safe. */
@Singleton
final class Monitor {

  /**
   * A running receiver, as it stands whenever it is asked.
   *
   * @param handlerPlaces how many handler calls can be out at a time
   */
  record View(
      String region,
      int handlerPlaces,
      Supplier<ReceiverStatus> status,
      FactCounts facts,
      Supplier<OperationCounts> ledger) {}

  private volatile @Nullable View view;

  void show(View running) {
    view = running;
  }

  Optional<View> view() {
    return Optional.ofNullable(view);
  }

  /** How many handler calls can be out at a time. */
  int handlerPlaces() {
    return view().map(View::handlerPlaces).orElse(Integer.MAX_VALUE);
  }

  Optional<ReceiverStatus> status() {
    return view().map(running -> running.status().get());
  }
}
