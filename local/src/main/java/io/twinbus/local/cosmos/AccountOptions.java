package io.twinbus.local.cosmos;

import io.twinbus.local.cosmos.gateway.Consistency;

/**
 * What the account document says.
 *
 * @param region the name of the one region
 * @param consistency the account's default consistency
 * @param multipleWriteRegions whether it claims several write regions; said, not done
 */
public record AccountOptions(String region, Consistency consistency, boolean multipleWriteRegions) {

  /** One write region, strongly consistent. */
  public static AccountOptions defaults() {
    return new AccountOptions("local", Consistency.STRONG, false);
  }
}
