package io.twinbus.local.cosmos.gateway;

import java.time.InstantSource;

/**
 * What a container may spend in one region: a token bucket that holds one second's worth.
 * Thread-safe.
 */
class RequestBudget {
  private static final double MILLIS = 1_000;

  /** A budget without an end. */
  static final RequestBudget ENDLESS =
      new RequestBudget(1, InstantSource.system()) {
        @Override
        long waitMillis() {
          return 0;
        }
      };

  private final int perSecond;
  private final InstantSource clock;
  private double left;
  private long at;

  RequestBudget(int perSecond, InstantSource clock) {
    this.perSecond = perSecond;
    this.clock = clock;
    this.left = perSecond;
    this.at = clock.millis();
  }

  int perSecond() {
    return perSecond;
  }

  /** How long until a request may come; 0: now. */
  synchronized long waitMillis() {
    long now = clock.millis();
    left = Math.min(perSecond, left + Math.max(0, now - at) / MILLIS * perSecond);
    at = Math.max(at, now);
    return left > 0 ? 0 : (long) Math.floor(-left / perSecond * MILLIS) + 1;
  }

  /** Takes what a request has cost, also where that leaves a debt. */
  synchronized void spend(double charge) {
    left -= charge;
  }
}
