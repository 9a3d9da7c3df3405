package io.twinbus.local.cosmos.store;

/**
 * The request units a second that a database or container was given. They are kept and shown; the
 * budget that refuses requests is the endpoint's own.
 *
 * @param requestUnits the fixed number, or the highest where it scales by itself
 * @param autoscale whether it scales by itself
 */
public record ProvisionedThroughput(int requestUnits, boolean autoscale) {
  private static final int LOWEST = 400;
  private static final int STEP = 100;
  private static final int AUTOSCALE_STEP = 1_000;
  private static final int HIGHEST = 1_000_000;

  public ProvisionedThroughput {
    int step = autoscale ? AUTOSCALE_STEP : STEP;
    int lowest = autoscale ? AUTOSCALE_STEP : LOWEST;
    if (requestUnits < lowest || requestUnits > HIGHEST || requestUnits % step != 0) {
      throw new IllegalArgumentException(
          "A throughput is %,d to %,d request units in steps of %,d, not %,d."
              .formatted(lowest, HIGHEST, step, requestUnits));
    }
  }

  /** What a container has that was given none and shares none of its database's. */
  static ProvisionedThroughput lowest() {
    return new ProvisionedThroughput(LOWEST, false);
  }

  /** What it can be lowered to. */
  public int minimum() {
    return autoscale ? AUTOSCALE_STEP : LOWEST;
  }
}
