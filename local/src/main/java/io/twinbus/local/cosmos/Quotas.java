package io.twinbus.local.cosmos;

import java.util.OptionalInt;

/**
 * What an account may hold and spend. Immutable; start from {@link #defaults()}.
 *
 * @param requestUnitsPerSecond what each container may spend in each region; beyond that requests
 *     are answered with 429 and the time to wait. Default none: whatever is asked for. {@link
 *     CosmosEndpoint#requestRates()} changes it while the endpoint runs
 * @param partitionBytes what the items of one logical partition may hold together; default 20 GB
 */
public record Quotas(OptionalInt requestUnitsPerSecond, long partitionBytes) {
  private static final long PARTITION_BYTES = 20L * 1_024 * 1_024 * 1_024;

  public Quotas {
    if (requestUnitsPerSecond.orElse(1) < 1) {
      throw new IllegalArgumentException(
          "A container may spend at least 1 request unit a second, not "
              + requestUnitsPerSecond.getAsInt()
              + ".");
    }
  }

  /** No budget, partitions of 20 GB. */
  public static Quotas defaults() {
    return new Quotas(OptionalInt.empty(), PARTITION_BYTES);
  }

  /** The same with this budget. */
  public Quotas withRequestUnitsPerSecond(int value) {
    return new Quotas(OptionalInt.of(value), partitionBytes);
  }

  /** The same with partitions of this size. */
  public Quotas withPartitionBytes(long value) {
    return new Quotas(requestUnitsPerSecond, value);
  }
}
