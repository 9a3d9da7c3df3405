/**
 * The local stack: two Service Bus regions, a ledger and a control endpoint on one machine, for
 * development and tests.
 */
@org.apiguardian.api.API(status = org.apiguardian.api.API.Status.EXPERIMENTAL, since = "0.1.0")
@org.jspecify.annotations.NullMarked
package io.twinbus.local;
