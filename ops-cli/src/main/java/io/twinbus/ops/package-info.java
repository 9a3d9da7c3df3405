/** The command line that operators use: its root command, exit codes and ways to fail. */
@org.jspecify.annotations.NullMarked
package io.twinbus.ops;
