package io.twinbus.local.cosmos.store;

import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * What all parts of one store share. Thread-safe.
 *
 * @param era counts the fail-overs that this copy has seen
 * @param lastContainer the highest number that a container of the account has had. Numbers are
 *     unique in the account, because the Java SDK tells containers apart by the last four bytes of
 *     their resource ids alone
 */
record StoreContext(
    InstantSource clock,
    Limits limits,
    ChangeLog log,
    AtomicInteger era,
    AtomicInteger lastContainer) {}
