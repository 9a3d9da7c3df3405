/** Checks of everything that the promises rest on. */
@org.jspecify.annotations.NullMarked
package io.twinbus.ops.doctor;
