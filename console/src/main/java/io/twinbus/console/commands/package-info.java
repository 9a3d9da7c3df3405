/** Operators' commands, run in this process for pages. */
@org.jspecify.annotations.NullMarked
package io.twinbus.console.commands;
