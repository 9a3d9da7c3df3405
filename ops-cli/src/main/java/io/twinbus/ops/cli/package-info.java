/** Puts the commands together to one command line. */
@org.jspecify.annotations.NullMarked
package io.twinbus.ops.cli;
