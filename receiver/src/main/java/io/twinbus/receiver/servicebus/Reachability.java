package io.twinbus.receiver.servicebus;

import io.twinbus.protocol.time.Clocks;
import io.twinbus.protocol.time.MonotonicTime;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/**
 * Whether the region answers.
 *
 * <p>The SDK never tells an accept that waits for a session from one that waits for a connection.
 * So a caller that waited in vain asks here: a recent sign of life is enough, otherwise one peek,
 * shared by all who ask meanwhile, finds out. Thread-safe.
 */
final class Reachability {

  private final Mono<?> peek;
  private final Duration tryTimeout;
  private final Function<Throwable, String> inWords;
  private final Clocks clocks;
  private volatile @Nullable MonotonicTime heardAt;
  private @Nullable CompletableFuture<Optional<String>> asking;

  Reachability(
      Mono<?> peek, Duration tryTimeout, Function<Throwable, String> inWords, Clocks clocks) {
    this.peek = peek;
    this.tryTimeout = tryTimeout;
    this.inWords = inWords;
    this.clocks = clocks;
  }

  /** The region has answered something. */
  void heard() {
    heardAt = clocks.now().monotonic();
  }

  /** The region's link has broken. */
  void broken() {
    heardAt = null;
  }

  /** Empty when the region answers, otherwise why it seems not to. */
  synchronized CompletableFuture<Optional<String>> check() {
    MonotonicTime last = heardAt;
    if (last != null && clocks.now().monotonic().since(last).compareTo(tryTimeout) < 0) {
      return CompletableFuture.completedFuture(Optional.empty());
    }
    if (asking == null) {
      CompletableFuture<Optional<String>> answer = new CompletableFuture<>();
      asking = answer;
      peek.timeout(tryTimeout)
          .subscribe(
              found -> answered(answer, Optional.empty()),
              error -> answered(answer, reason(error)),
              () -> answered(answer, Optional.empty()));
      return answer;
    }
    return asking;
  }

  private void answered(CompletableFuture<Optional<String>> answer, Optional<String> why) {
    synchronized (this) {
      asking = null;
    }
    if (why.isEmpty()) {
      heard();
    }
    answer.complete(why);
  }

  private Optional<String> reason(Throwable error) {
    return Optional.of(
        error instanceof TimeoutException
            ? "no answer within " + tryTimeout.toMillis() + " ms"
            : inWords.apply(error));
  }
}
