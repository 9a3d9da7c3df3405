/** The session worker: its steps, and the release of what a dead worker left claimed. */
@org.jspecify.annotations.NullMarked
package io.twinbus.receiver.session.worker;
