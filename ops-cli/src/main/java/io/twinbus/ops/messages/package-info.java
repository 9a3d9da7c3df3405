/** The story of one message over both regions and the ledger. */
@org.jspecify.annotations.NullMarked
package io.twinbus.ops.messages;
