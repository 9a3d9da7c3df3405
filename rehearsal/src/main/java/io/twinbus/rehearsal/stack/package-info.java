/** The local stack and the receivers of a run, as processes. */
@org.jspecify.annotations.NullMarked
package io.twinbus.rehearsal.stack;
