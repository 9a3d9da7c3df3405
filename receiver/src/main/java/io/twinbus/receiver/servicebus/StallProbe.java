package io.twinbus.receiver.servicebus;

import com.azure.messaging.servicebus.ServiceBusReceiverAsyncClient;
import com.azure.messaging.servicebus.models.ServiceBusMessageState;
import io.twinbus.protocol.time.Clocks;
import io.twinbus.receiver.rules.LinkWatch;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import reactor.core.publisher.Mono;

/**
 * Finds out whether the link of one session delivers, by a peek, which goes another way: over the
 * entity's management link. Thread-safe.
 */
final class StallProbe {

  private static final int A_FEW = 10;

  private final ServiceBusReceiverAsyncClient client;
  private final Questions questions;
  private final Duration bound;
  private final Clocks clocks;
  private final Hearer hearer;
  private final LinkWatch watch;

  /** Who hears how the link does. */
  interface Hearer {

    /** A copy has come. */
    void delivers();

    /** None has come, and some are there. */
    void stalls();
  }

  StallProbe(
      ServiceBusReceiverAsyncClient client,
      Questions questions,
      Duration bound,
      Clocks clocks,
      Hearer hearer) {
    this.client = client;
    this.questions = questions;
    this.bound = bound;
    this.clocks = clocks;
    this.hearer = hearer;
    this.watch = new LinkWatch(clocks.now().monotonic());
  }

  void asked(int count) {
    watch.asked(count, clocks.now().monotonic());
  }

  void delivered(long brokerSequence) {
    watch.delivered(brokerSequence, clocks.now().monotonic());
    hearer.delivers();
  }

  /** Looks if the session got nothing, and it is about to be closed; never fails. */
  CompletionStage<?> lookBeforeTheEnd() {
    if (!watch.isBarren()) {
      return CompletableFuture.completedFuture(null);
    }
    return waiting(0).doOnNext(this::tell).toFuture();
  }

  /** Looks if it is time to; whether the link does not deliver. Never fails. */
  Mono<Boolean> lookNowAndThen() {
    if (!watch.takeTurn(clocks.now().monotonic())) {
      return Mono.just(false);
    }
    return waiting(watch.last() + 1).map(watch::looked).doOnNext(this::tell);
  }

  private void tell(boolean stalled) {
    if (stalled) {
      hearer.stalls();
    }
  }

  private Mono<Boolean> waiting(long from) {
    return questions
        .ask(
            client
                .peekMessages(A_FEW, from)
                .any(message -> message.getState() == ServiceBusMessageState.ACTIVE))
        .timeout(bound)
        .onErrorReturn(false);
  }
}
