/** What one operation on the account is, what its status means, and how many there were. */
@org.jspecify.annotations.NullMarked
package io.twinbus.ledger.cosmos.operation;
