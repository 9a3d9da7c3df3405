/** The ledger in memory, for tests. */
@org.jspecify.annotations.NullMarked
package io.twinbus.testkit.ledger;
