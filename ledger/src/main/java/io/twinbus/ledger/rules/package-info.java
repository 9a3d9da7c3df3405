/** The ledger's rules: pure decisions about claims, progress, leases and uncertain writes. */
@org.jspecify.annotations.NullMarked
package io.twinbus.ledger.rules;
