/** A deterministic simulation of senders and receivers: one thread, simulated time, real cores. */
@org.jspecify.annotations.NullMarked
package io.twinbus.simulation;
