/** The assumptions about Cosmos DB, each with the check that tries it. */
@org.jspecify.annotations.NullMarked
package io.twinbus.certify.cosmos;
