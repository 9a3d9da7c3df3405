/** One look at the system for all viewers, and what it remembers of the last minutes. */
@org.jspecify.annotations.NullMarked
package io.twinbus.console.watch;
