/**
 * The sender's API: messages in, receipts out; every message is written to all regions, in order.
 */
@org.jspecify.annotations.NullMarked
package io.twinbus.sender;
