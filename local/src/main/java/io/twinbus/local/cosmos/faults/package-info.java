/** Faults of single ledger requests: what strikes, where, how often. */
@org.jspecify.annotations.NullMarked
package io.twinbus.local.cosmos.faults;
