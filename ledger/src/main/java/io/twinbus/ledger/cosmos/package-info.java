/** The ledger in a Cosmos DB container; the only package that knows the Cosmos SDK. */
@org.jspecify.annotations.NullMarked
package io.twinbus.ledger.cosmos;
