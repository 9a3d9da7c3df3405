/** What the ledger endpoint answers: requests in, replies out, without sockets. */
@org.jspecify.annotations.NullMarked
package io.twinbus.local.cosmos.gateway;
