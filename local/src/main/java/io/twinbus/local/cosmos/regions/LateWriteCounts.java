package io.twinbus.local.cosmos.regions;

/**
 * What became of writes that were refused for want of a quorum and kept to land later.
 *
 * @param waiting for a quorum now
 * @param landed how many have changed something since
 * @param failed how many changed nothing when their turn came, such as a replace of another version
 * @param lost how many went with a write region that was replaced
 */
public record LateWriteCounts(long waiting, long landed, long failed, long lost) {}
