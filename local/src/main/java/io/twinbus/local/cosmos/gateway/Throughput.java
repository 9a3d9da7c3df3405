package io.twinbus.local.cosmos.gateway;

import io.twinbus.local.cosmos.http.Reply;
import io.twinbus.local.cosmos.store.Container;
import java.time.InstantSource;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/**
 * The request units that each container may spend, in each region. Thread-safe.
 *
 * <p>A request is let in while something is left, and what it costs is taken afterwards: a dear one
 * leaves a debt, and those after it are refused with 429 until time has paid it off.
 */
final class Throughput {
  private static final String BUDGET_SPENT = "3200";

  private final OptionalInt perSecond;
  private final InstantSource clock;
  private final Map<String, Budget> budgets = new ConcurrentHashMap<>();

  /** So many request units a second for each container; empty: as many as are asked for. */
  Throughput(OptionalInt perSecond, InstantSource clock) {
    this.perSecond = perSecond;
    this.clock = clock;
  }

  Reply metered(String region, Container container, Supplier<Reply> request) {
    if (perSecond.isEmpty()) {
      return request.get();
    }
    Budget budget =
        budgets.computeIfAbsent(
            container.resourceId() + "/" + region,
            absent -> new Budget(perSecond.getAsInt(), clock.millis()));
    long waitMillis = budget.waitMillis(clock.millis());
    if (waitMillis > 0) {
      return Reply.error(429, "The request rate is too large; the container's throughput is spent.")
          .with("x-ms-retry-after-ms", Long.toString(waitMillis))
          .with("x-ms-substatus", BUDGET_SPENT);
    }
    Reply reply = request.get();
    budget.spend(reply.charge());
    return reply;
  }

  /** A token bucket that holds one second's worth. Thread-safe. */
  private static final class Budget {
    private static final double MILLIS = 1_000;

    private final int perSecond;
    private double left;
    private long at;

    Budget(int perSecond, long now) {
      this.perSecond = perSecond;
      this.left = perSecond;
      this.at = now;
    }

    /** How long until a request may come; 0: now. */
    synchronized long waitMillis(long now) {
      left = Math.min(perSecond, left + Math.max(0, now - at) / MILLIS * perSecond);
      at = Math.max(at, now);
      return left > 0 ? 0 : (long) Math.floor(-left / perSecond * MILLIS) + 1;
    }

    synchronized void spend(double charge) {
      left -= charge;
    }
  }
}
