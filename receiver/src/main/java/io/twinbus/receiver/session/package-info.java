/** The session worker: a state machine without I/O, and the types it speaks with its shell. */
@org.jspecify.annotations.NullMarked
package io.twinbus.receiver.session;
