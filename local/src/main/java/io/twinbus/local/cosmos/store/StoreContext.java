package io.twinbus.local.cosmos.store;

import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * What all parts of one store share. Thread-safe.
 *
 * @param era counts the fail-overs that this copy has seen
 */
record StoreContext(InstantSource clock, Limits limits, ChangeLog log, AtomicInteger era) {}
