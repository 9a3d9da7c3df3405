package io.twinbus.local.servicebus.transport;

import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.twinbus.local.servicebus.broker.Namespace;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** The one thread of a namespace: its turns, and waking the broker when its time has come. */
final class EventLoop {
  // A clock given by a test may jump; so the broker is looked after at least this often.
  private static final Duration LONGEST_NAP = Duration.ofMillis(500);
  private static final int CALL_TIMEOUT_S = 10;

  private final MultiThreadIoEventLoopGroup group;
  private final InstantSource clock;
  private Runnable endTurn = () -> {};
  private @Nullable Namespace namespace;
  private boolean turnEndRequested;
  private @Nullable ScheduledFuture<?> alarm;
  private Instant alarmAt = Instant.MAX;

  EventLoop(String region, InstantSource clock) {
    this.clock = clock;
    this.group =
        new MultiThreadIoEventLoopGroup(
            1, new DefaultThreadFactory("servicebus-" + region, true), NioIoHandler.newFactory());
  }

  void serve(Namespace served, Runnable atTurnEnd) {
    namespace = served;
    endTurn = atTurnEnd;
  }

  MultiThreadIoEventLoopGroup group() {
    return group;
  }

  /** To be called on the loop; the turn ends once, after all that is already queued. */
  void requestTurnEnd() {
    if (!turnEndRequested) {
      turnEndRequested = true;
      group.execute(this::endTurnNow);
    }
  }

  /** Runs something on the loop and waits for its answer. */
  <T> T call(Callable<T> action) {
    try {
      return group.submit(action).get(CALL_TIMEOUT_S, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("Interrupted while waiting for the endpoint.", e);
    } catch (ExecutionException e) {
      throw new IllegalStateException("The endpoint failed: " + e.getCause(), e.getCause());
    } catch (TimeoutException e) {
      throw new IllegalStateException("The endpoint did not answer within 10 s.", e);
    }
  }

  void run(Runnable action) {
    var unused =
        call(
            () -> {
              action.run();
              return true;
            });
  }

  /** Lets the broker apply what time has brought. */
  void tick() {
    if (namespace != null) {
      namespace.tick();
    }
    requestTurnEnd();
  }

  void shutdown() {
    group
        .shutdownGracefully(0, 2, TimeUnit.SECONDS)
        .awaitUninterruptibly(CALL_TIMEOUT_S, TimeUnit.SECONDS);
  }

  private void endTurnNow() {
    endTurn.run();
    turnEndRequested = false;
    setAlarm();
  }

  private void setAlarm() {
    Optional<Instant> next = namespace == null ? Optional.empty() : namespace.nextWakeUp();
    if (next.isEmpty() || (alarm != null && !next.get().isBefore(alarmAt))) {
      return;
    }
    if (alarm != null) {
      alarm.cancel(false);
    }
    Duration nap = Duration.between(clock.instant(), next.get());
    nap = nap.compareTo(LONGEST_NAP) > 0 ? LONGEST_NAP : nap;
    alarmAt = clock.instant().plus(nap);
    alarm = group.schedule(this::alarm, Math.max(1, nap.toMillis() + 1), TimeUnit.MILLISECONDS);
  }

  private void alarm() {
    alarm = null;
    tick();
  }
}
