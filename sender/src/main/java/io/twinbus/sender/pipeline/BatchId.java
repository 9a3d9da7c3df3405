package io.twinbus.sender.pipeline;

import io.twinbus.protocol.RegionName;

/**
 * The name of one attempt to send one batch; a retry has a name of its own.
 *
 * @param region where it goes
 * @param lane the lane that it belongs to
 * @param number counts the lane's attempts, from 1
 */
public record BatchId(RegionName region, int lane, long number) {}
