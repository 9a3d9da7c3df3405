/**
 * The local stack: two Service Bus regions, a ledger and a control endpoint on one machine, for
 * development and tests.
 */
@org.jspecify.annotations.NullMarked
package io.twinbus.local;
