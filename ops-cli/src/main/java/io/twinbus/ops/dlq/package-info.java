/** Dead letters: one row a message over both regions, and sending them again. */
@org.jspecify.annotations.NullMarked
package io.twinbus.ops.dlq;
