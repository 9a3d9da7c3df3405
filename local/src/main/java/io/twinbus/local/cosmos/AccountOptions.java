package io.twinbus.local.cosmos;

import io.twinbus.local.cosmos.gateway.Consistency;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What kind of account it is. Immutable; start from {@link #defaults()}.
 *
 * <p>A strongly consistent account acknowledges a write when every region has it, or a majority of
 * three and more. Every other one acknowledges at once, and a write reaches the other regions after
 * the lag.
 *
 * @param regions the names of the regions, 1 to 8, the first is written; default {@code local}
 *     alone
 * @param consistency the account's default consistency; default strong
 * @param multipleWriteRegions whether it claims to be written in every region; default no. Only
 *     said, so that a refusal can be seen: writes still go to the first region
 * @param replicationLag how long a write takes to the other regions where the consistency is not
 *     strong, at most an hour; default 50 ms
 * @param failOverAfter after how long without its write region the account promotes the next region
 *     by itself, 1 s to an hour; default null: it waits to be told
 * @param partitionFailOverAfter after how long without its write region the account has a container
 *     be written elsewhere by itself, 1 s to an hour; only where the consistency is strong. Clients
 *     are told that it does. Default null: it does not
 * @param serverless whether nothing is provisioned, so that a throughput can be neither read nor
 *     set; default no
 */
public record AccountOptions(
    List<String> regions,
    Consistency consistency,
    boolean multipleWriteRegions,
    Duration replicationLag,
    @Nullable Duration failOverAfter,
    @Nullable Duration partitionFailOverAfter,
    boolean serverless) {
  private static final int MAX_REGIONS = 8;
  private static final Duration LEAST_FAIL_OVER = Duration.ofSeconds(1);
  private static final Duration MOST_FAIL_OVER = Duration.ofHours(1);

  public AccountOptions {
    regions = List.copyOf(regions);
    if (regions.isEmpty() || regions.size() > MAX_REGIONS) {
      throw new IllegalArgumentException(
          "An account has 1 to " + MAX_REGIONS + " regions, not " + regions.size() + ".");
    }
    check(failOverAfter);
    check(partitionFailOverAfter);
    if (partitionFailOverAfter != null && consistency != Consistency.STRONG) {
      throw new IllegalArgumentException(
          "Only a strongly consistent account fails its partitions over here, not one with "
              + consistency.wireName()
              + ".");
    }
  }

  private static void check(@Nullable Duration after) {
    if (after != null
        && (after.compareTo(LEAST_FAIL_OVER) < 0 || after.compareTo(MOST_FAIL_OVER) > 0)) {
      throw new IllegalArgumentException(
          "An account fails over after 1 s to 1 h, not after "
              + after.toMillis()
              + " ms without its write region.");
    }
  }

  /** One write region, strongly consistent. */
  public static AccountOptions defaults() {
    return new AccountOptions(
        List.of("local"), Consistency.STRONG, false, Duration.ofMillis(50), null, null, false);
  }

  /** The same in these regions; the first is written. */
  public AccountOptions withRegions(String... names) {
    return new AccountOptions(
        List.of(names),
        consistency,
        multipleWriteRegions,
        replicationLag,
        failOverAfter,
        partitionFailOverAfter,
        serverless);
  }

  /** The same with this default consistency. */
  public AccountOptions withConsistency(Consistency value) {
    return new AccountOptions(
        regions,
        value,
        multipleWriteRegions,
        replicationLag,
        failOverAfter,
        partitionFailOverAfter,
        serverless);
  }

  /** The same, claiming to be written in every region. */
  public AccountOptions withMultipleWriteRegions() {
    return new AccountOptions(
        regions,
        consistency,
        true,
        replicationLag,
        failOverAfter,
        partitionFailOverAfter,
        serverless);
  }

  /** The same with this lag. */
  public AccountOptions withReplicationLag(Duration value) {
    return new AccountOptions(
        regions,
        consistency,
        multipleWriteRegions,
        value,
        failOverAfter,
        partitionFailOverAfter,
        serverless);
  }

  /** The same, promoting the next region by itself after so long without its write region. */
  public AccountOptions withServiceManagedFailOver(Duration after) {
    return new AccountOptions(
        regions,
        consistency,
        multipleWriteRegions,
        replicationLag,
        after,
        partitionFailOverAfter,
        serverless);
  }

  /**
   * The same, having a container be written elsewhere by itself after so long without its write
   * region, as per-partition automatic fail-over does.
   *
   * @throws IllegalArgumentException if the account is not strongly consistent
   */
  public AccountOptions withPartitionFailOver(Duration after) {
    return new AccountOptions(
        regions,
        consistency,
        multipleWriteRegions,
        replicationLag,
        failOverAfter,
        after,
        serverless);
  }

  /** The same, with nothing provisioned. */
  public AccountOptions withServerless() {
    return new AccountOptions(
        regions,
        consistency,
        multipleWriteRegions,
        replicationLag,
        failOverAfter,
        partitionFailOverAfter,
        true);
  }
}
