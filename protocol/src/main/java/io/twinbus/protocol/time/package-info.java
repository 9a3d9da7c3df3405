/** Monotonic time, kept apart from wall time by its type. */
@org.jspecify.annotations.NullMarked
package io.twinbus.protocol.time;
