/** Kills a local stack with a data directory, again and again, and looks what it has lost. */
@org.jspecify.annotations.NullMarked
package io.twinbus.proving.killtest;
