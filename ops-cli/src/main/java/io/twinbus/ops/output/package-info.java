/** Renders what commands found: as a table for people, as JSON for programs. */
@org.jspecify.annotations.NullMarked
package io.twinbus.ops.output;
