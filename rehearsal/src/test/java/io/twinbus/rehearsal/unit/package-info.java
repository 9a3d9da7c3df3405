/** Tests of inputs, faults, sink and verification, each by itself. */
@org.jspecify.annotations.NullMarked
package io.twinbus.rehearsal.unit;
