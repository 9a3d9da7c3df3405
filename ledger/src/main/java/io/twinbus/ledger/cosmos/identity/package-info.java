/** The identity that a ledger is opened with, and the person whom its access token names. */
@org.jspecify.annotations.NullMarked
package io.twinbus.ledger.cosmos.identity;
