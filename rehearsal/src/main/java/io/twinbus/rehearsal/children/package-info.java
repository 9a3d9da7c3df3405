/** Starts, strikes and ends the processes of a run, each by its process id. */
@org.jspecify.annotations.NullMarked
package io.twinbus.rehearsal.children;
