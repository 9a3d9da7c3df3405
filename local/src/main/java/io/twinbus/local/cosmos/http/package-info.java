/** Requests and replies as the ledger endpoint sees them, without sockets. */
@org.jspecify.annotations.NullMarked
package io.twinbus.local.cosmos.http;
