package io.twinbus.receiver.app;

import io.twinbus.ledger.Directive;
import io.twinbus.ledger.cosmos.operation.OperationCounts;
import io.twinbus.receiver.runtime.ReceiverStatus;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What health and counts can look at: nothing until the receiver runs. Thread-safe. */
@Singleton
final class Monitor {

  /**
   * A running receiver, as it stands whenever it is asked.
   *
   * @param queues its queues, one at least
   * @param status how it stands, all queues together
   */
  record View(
      String region,
      List<QueueView> queues,
      Supplier<ReceiverStatus> status,
      FactCounts facts,
      Supplier<OperationCounts> ledger) {}

  /**
   * One of its queues.
   *
   * @param name its name in the configuration
   * @param handlerPlaces how many handler calls can be out at a time
   * @param status how the receiver stands for it
   */
  record QueueView(String name, int handlerPlaces, Supplier<ReceiverStatus> status) {

    Optional<String> whyToRestart() {
      return status.get().whyToRestart(handlerPlaces);
    }
  }

  private volatile @Nullable View view;

  void show(View running) {
    view = running;
  }

  Optional<View> view() {
    return Optional.ofNullable(view);
  }

  /**
   * Why a restart of the process would help. One queue whose handler hangs is no reason while
   * another works: a restart would hold that one up, too.
   */
  Optional<String> whyToRestart() {
    List<QueueView> queues = view().map(View::queues).orElse(List.of());
    return queues.stream().allMatch(queue -> queue.whyToRestart().isPresent())
        ? queues.stream().findFirst().flatMap(QueueView::whyToRestart)
        : Optional.empty();
  }

  /** The pauses of single queues, in words. */
  Optional<String> pausedQueues(Function<Directive.Pause, String> inWords) {
    String paused =
        view().map(View::queues).orElse(List.of()).stream()
            .flatMap(queue -> queue.status().get().pause().stream())
            .map(inWords)
            .distinct()
            .collect(Collectors.joining("; "));
    return Optional.of(paused).filter(text -> !text.isEmpty());
  }

  Optional<ReceiverStatus> status() {
    return view().map(running -> running.status().get());
  }
}
