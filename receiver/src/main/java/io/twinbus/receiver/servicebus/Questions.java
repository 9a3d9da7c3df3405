package io.twinbus.receiver.servicebus;

import io.twinbus.protocol.time.Clocks;
import io.twinbus.protocol.time.MonotonicTime;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import reactor.core.publisher.Mono;

/**
 * What one connection is asked beside its links: to peek, and to renew locks.
 *
 * <p>The SDK has one management node a connection and entity. It keeps the node from the first
 * question on, and authorizes it within that question. When that question is cancelled or fails
 * before it is authorized, the node stays, and no later question is answered or refused on this
 * connection. So:
 *
 * <ol>
 *   <li>A question is never cancelled: when its caller stops waiting, the SDK goes on with it.
 *   <li>One that has had neither an answer nor a refusal for longer than all the SDK's own bounds
 *       together has met such a node, or a connection that does not come about: it is to be made
 *       anew.
 * </ol>
 *
 * <p>Thread-safe.
 */
final class Questions {

  private final Clocks clocks;
  private final Duration longest;
  private final Runnable onStuck;
  private final AtomicLong last = new AtomicLong();
  private final Map<Long, MonotonicTime> underWay = new ConcurrentHashMap<>();

  /**
   * @param longest how long the SDK may take for a question, all its steps together
   * @param onStuck called when a question is asked while another has been under way for too long;
   *     perhaps more than once
   */
  Questions(Clocks clocks, Duration longest, Runnable onStuck) {
    this.clocks = clocks;
    this.longest = longest;
    this.onStuck = onStuck;
  }

  /** Asks {@code question} when the result is subscribed to, and never cancels it. */
  <T> Mono<T> ask(Mono<T> question) {
    return Mono.defer(
        () -> {
          MonotonicTime now = clocks.now().monotonic();
          if (isStuck(now)) {
            onStuck.run();
          }
          long number = last.incrementAndGet();
          underWay.put(number, now);
          CompletableFuture<T> answer = question.toFuture();
          var unused = answer.whenComplete((it, error) -> underWay.remove(number));
          return Mono.fromFuture(() -> answer, true);
        });
  }

  private boolean isStuck(MonotonicTime now) {
    return underWay.values().stream().anyMatch(begun -> now.since(begun).compareTo(longest) > 0);
  }
}
