/**
 * How much a process asks of the ledger at a time, when the ledger cannot do all that is wanted.
 */
@org.jspecify.annotations.NullMarked
package io.twinbus.ledger.admission;
