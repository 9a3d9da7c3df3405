package io.twinbus.rehearsal.drill;

import io.twinbus.protocol.time.Clocks;
import io.twinbus.protocol.time.MonotonicTime;
import io.twinbus.rehearsal.fault.Cure;
import io.twinbus.rehearsal.input.InputMessage;
import io.twinbus.rehearsal.input.MessageBatch;
import io.twinbus.rehearsal.verify.Reach;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

/**
 * The producer processes of a drill. The sessions are shared out among them.
 *
 * <p>The first one is never killed: the order of its sessions is judged over all that they hold.
 * Where a producer was killed, its next incarnation's messages are another stream, and the promise
 * is about each stream. Thread-safe.
 */
final class ProducerFleet {

  private static final Duration START_BOUND = Duration.ofMinutes(1);
  private static final Duration LOOK_EVERY = Duration.ofMillis(100);

  private final List<ProducerShare> shares = new ArrayList<>();
  private final Clocks clocks;
  private volatile MonotonicTime end = new MonotonicTime(0);

  /** Shares {@code input} out among {@code count} producers that use {@code means}. */
  ProducerFleet(MessageBatch input, int count, ProducerShare.Means means) {
    this.clocks = means.clocks();
    List<List<InputMessage>> parts = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      parts.add(new ArrayList<>());
    }
    for (InputMessage message : input.messages()) {
      parts.get(Math.floorMod(message.session().value().hashCode(), count)).add(message);
    }
    for (int i = 0; i < count; i++) {
      shares.add(new ProducerShare("producer-" + (i + 1), parts.get(i), means));
    }
  }

  /**
   * Starts all producers, and returns when each of them sends, or a minute later. They have sent
   * all when it is {@code endOfSending}, as seen from now.
   */
  void start(Supplier<MonotonicTime> endOfSending) throws IOException, InterruptedException {
    end = endOfSending.get();
    for (ProducerShare share : shares) {
      share.start(end);
    }
    MonotonicTime latest = clocks.now().monotonic().plus(START_BOUND);
    while (!shares.stream().allMatch(ProducerShare::hasSent)
        && !clocks.now().monotonic().isAtOrAfter(latest)) {
      TimeUnit.MILLISECONDS.sleep(LOOK_EVERY.toMillis());
    }
    end = endOfSending.get();
  }

  /** What a kill hit, and how another incarnation is started; empty when none was sending. */
  record Killed(Reach reach, Cure cure) {}

  Optional<Killed> kill(Random random) throws InterruptedException {
    if (shares.size() < 2) {
      return Optional.empty();
    }
    ProducerShare victim = shares.get(1 + random.nextInt(shares.size() - 1));
    if (!victim.kill()) {
      return Optional.empty();
    }
    return Optional.of(
        new Killed(Reach.sessions(new HashSet<>(victim.sessions())), () -> victim.start(end)));
  }

  /**
   * Waits until all is sent and answered; false: not within {@code bound}.
   *
   * @throws IllegalStateException when a producer ended by itself
   */
  boolean awaitDone(Duration bound) throws InterruptedException {
    CompletableFuture<?>[] all =
        shares.stream().map(ProducerShare::done).toArray(CompletableFuture[]::new);
    try {
      CompletableFuture.allOf(all).get(bound.toMillis(), TimeUnit.MILLISECONDS);
      return true;
    } catch (TimeoutException e) {
      return false;
    } catch (ExecutionException e) {
      throw new IllegalStateException(
          e.getCause() == null ? e.getMessage() : e.getCause().getMessage(), e);
    }
  }
}
