/**
 * The local stand-in for a Cosmos DB account: an HTTP endpoint for unmodified SDKs in gateway mode,
 * with faults on demand.
 */
@org.jspecify.annotations.NullMarked
package io.twinbus.local.cosmos;
