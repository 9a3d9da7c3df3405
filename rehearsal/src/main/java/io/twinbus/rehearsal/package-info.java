/** Runs the whole system on one machine; its main class is the launcher's. */
@org.jspecify.annotations.NullMarked
package io.twinbus.rehearsal;
