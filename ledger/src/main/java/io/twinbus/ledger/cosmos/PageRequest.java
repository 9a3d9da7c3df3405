package io.twinbus.ledger.cosmos;

import org.jspecify.annotations.Nullable;

/**
 * Which page of a query.
 *
 * @param partition the partition to ask; null for all
 * @param size the most rows it may hold
 * @param continuation where the page before ended; null for the first
 */
record PageRequest(@Nullable String partition, int size, @Nullable String continuation) {}
