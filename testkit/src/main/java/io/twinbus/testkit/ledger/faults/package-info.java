/** Faults of a ledger, each a decorator that says in its name what it does. */
@org.jspecify.annotations.NullMarked
package io.twinbus.testkit.ledger.faults;
