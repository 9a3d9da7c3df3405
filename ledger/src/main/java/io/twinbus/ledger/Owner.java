package io.twinbus.ledger;

import io.twinbus.protocol.RegionName;

/**
 * Who holds a claim.
 *
 * <p>Immutable and thread-safe.
 *
 * @param region the owner's region
 * @param instance the owner's instance
 * @param claim the claim itself
 */
public record Owner(RegionName region, InstanceId instance, ClaimId claim) {}
