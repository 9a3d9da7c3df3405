/** The ports to where the ledger's documents live, and the outcomes that a store may answer. */
@org.jspecify.annotations.NullMarked
package io.twinbus.ledger.store;
