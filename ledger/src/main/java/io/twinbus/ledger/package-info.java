/** The ledger's records: who may work on a session, and how far each stream of it has come. */
@org.jspecify.annotations.NullMarked
package io.twinbus.ledger;
