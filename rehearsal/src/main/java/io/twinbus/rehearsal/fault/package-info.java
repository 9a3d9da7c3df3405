/** The faults of a run: what strikes, when, and how it is written as an option. */
@org.jspecify.annotations.NullMarked
package io.twinbus.rehearsal.fault;
