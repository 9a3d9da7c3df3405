/** The commands that run the system on this machine, one class a command. */
@org.jspecify.annotations.NullMarked
package io.twinbus.rehearsal.command;
