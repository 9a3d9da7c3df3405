/** The sender's core: lanes, batches, breakers and bounds as state machines, without I/O. */
@org.jspecify.annotations.NullMarked
package io.twinbus.sender.pipeline;
