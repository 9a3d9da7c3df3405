package io.twinbus.local.cosmos.store;

/**
 * How many items a container stores, and how much they take. Items past their time to live count
 * until they are next met.
 */
public record StoredSize(long items, long bytes) {}
