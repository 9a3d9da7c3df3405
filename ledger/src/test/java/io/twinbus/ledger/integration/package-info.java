/** The Cosmos adapter on the unmodified SDK, against the local endpoint. */
@org.jspecify.annotations.NullMarked
package io.twinbus.ledger.integration;
