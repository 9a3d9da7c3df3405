/** Writes whose outcome may be unknown, carried until it is known. */
@org.jspecify.annotations.NullMarked
package io.twinbus.ledger.write;
