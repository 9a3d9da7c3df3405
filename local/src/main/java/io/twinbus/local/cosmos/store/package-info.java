/**
 * The document store behind the ledger endpoint: databases, containers and items with ETags and
 * TTL, without any I/O.
 */
@org.jspecify.annotations.NullMarked
package io.twinbus.local.cosmos.store;
