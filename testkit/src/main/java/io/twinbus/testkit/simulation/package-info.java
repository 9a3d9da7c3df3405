/** A deterministic simulation of the receiving side: one thread, simulated time, real cores. */
@org.jspecify.annotations.NullMarked
package io.twinbus.testkit.simulation;
