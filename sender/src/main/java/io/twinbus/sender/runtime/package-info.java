/**
 * The shell around the core: its thread, its window of messages in flight, its links to regions.
 */
@org.jspecify.annotations.NullMarked
package io.twinbus.sender.runtime;
