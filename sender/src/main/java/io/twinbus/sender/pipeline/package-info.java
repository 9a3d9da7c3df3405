/**
 * The core of the sender: lanes, batches, breakers and bounds as state machines. It does no I/O,
 * starts no thread and reads no clock.
 */
@org.jspecify.annotations.NullMarked
package io.twinbus.sender.pipeline;
