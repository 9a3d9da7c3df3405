package io.twinbus.sender.pipeline;

import io.twinbus.protocol.RegionName;

/**
 * The name of one attempt to send one batch. A retry has a new name.
 *
 * @param region the region that the batch goes to
 * @param lane the lane that the batch belongs to
 * @param number the number of the attempt in its lane and region, from 1
 */
public record BatchId(RegionName region, int lane, long number) {}
