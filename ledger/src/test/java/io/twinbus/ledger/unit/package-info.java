/** Unit tests of the ledger's pure rules. */
@org.jspecify.annotations.NullMarked
package io.twinbus.ledger.unit;
