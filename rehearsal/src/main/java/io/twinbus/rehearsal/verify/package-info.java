/** Judges a run: pure functions of what was sent and what took effect. */
@org.jspecify.annotations.NullMarked
package io.twinbus.rehearsal.verify;
