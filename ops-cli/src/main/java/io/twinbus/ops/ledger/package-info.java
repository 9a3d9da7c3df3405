/** How commands reach the ledger, and how they wait for its answers. */
@org.jspecify.annotations.NullMarked
package io.twinbus.ops.ledger;
