package io.twinbus.local.cosmos.gateway;

import io.twinbus.local.cosmos.http.Reply;
import io.twinbus.local.cosmos.store.Container;
import java.time.InstantSource;
import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The request units a second that each container may spend, in each region. Thread-safe.
 *
 * <ol>
 *   <li>A container has the rate that {@link #limit(String, int)} gave it, else the rate of all.
 *   <li>A request is let in while something is left, and its charge is taken afterwards. A dear one
 *       leaves a debt.
 *   <li>While there is a debt, requests are answered with 429, substatus 3200 and the time to wait.
 *       They cost nothing.
 *   <li>The operations of a bulk request are let in one by one: those that come after the debt has
 *       begun are answered with 429, the others are done.
 *   <li>A changed rate begins with one second's worth and without a debt.
 * </ol>
 */
public final class RequestRates {
  static final int BUDGET_SPENT = 3_200;

  private record Limits(OptionalInt all, Map<String, Integer> byContainer) {
    OptionalInt of(String container) {
      Integer own = byContainer.get(container);
      return own == null ? all : OptionalInt.of(own);
    }
  }

  private final Limits configured;
  private final InstantSource clock;
  private final Map<String, RequestBudget> budgets = new ConcurrentHashMap<>();
  private volatile Limits limits;

  /** So many request units a second for each container; empty: as many as are asked for. */
  public RequestRates(OptionalInt perSecond, InstantSource clock) {
    this.configured = new Limits(perSecond, Map.of());
    this.limits = configured;
    this.clock = clock;
  }

  /**
   * Gives each container that has no rate of its own this one, from now on.
   *
   * @throws IllegalArgumentException if it is below 1
   */
  public synchronized void limit(int perSecond) {
    limits = new Limits(OptionalInt.of(checked(perSecond)), limits.byContainer());
  }

  /**
   * Gives the containers of this name, in whichever database, a rate of their own.
   *
   * @throws IllegalArgumentException if it is below 1
   */
  public synchronized void limit(String container, int perSecond) {
    Map<String, Integer> more = new TreeMap<>(limits.byContainer());
    more.put(container, checked(perSecond));
    limits = new Limits(limits.all(), more);
  }

  /** Ends every rate that was given while the endpoint ran: its options hold again. */
  public synchronized void restore() {
    limits = configured;
  }

  /** How much the containers of this name may spend; empty: as much as is asked for. */
  public OptionalInt of(String container) {
    return limits.of(container);
  }

  /** What a container may spend in a region. */
  RequestBudget budget(String region, Container container) {
    OptionalInt perSecond = limits.of(container.definition().id());
    if (perSecond.isEmpty()) {
      return RequestBudget.ENDLESS;
    }
    int rate = perSecond.getAsInt();
    return budgets.compute(
        container.resourceId() + "/" + region,
        (key, before) ->
            before != null && before.perSecond() == rate ? before : new RequestBudget(rate, clock));
  }

  static Reply refusal(long waitMillis) {
    return Reply.error(429, "The request rate is too large; the container's throughput is spent.")
        .with("x-ms-retry-after-ms", Long.toString(waitMillis))
        .with("x-ms-substatus", Integer.toString(BUDGET_SPENT));
  }

  private static int checked(int perSecond) {
    if (perSecond < 1) {
      throw new IllegalArgumentException(
          "A container may spend at least 1 request unit a second, not " + perSecond + ".");
    }
    return perSecond;
  }
}
