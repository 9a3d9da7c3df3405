/** The commands that prove the product: benchmarks and long runs, one class a command. */
@org.jspecify.annotations.NullMarked
package io.twinbus.proving.command;
