/** The live view in the terminal. */
@org.jspecify.annotations.NullMarked
package io.twinbus.ops.watch;
