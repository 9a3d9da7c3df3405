/** The console's rules and views, by themselves. */
@org.jspecify.annotations.NullMarked
package io.twinbus.console.unit;
