/** Messages, and what became of them: receipts, failures, the status of each copy. */
@org.jspecify.annotations.NullMarked
package io.twinbus.sender.message;
