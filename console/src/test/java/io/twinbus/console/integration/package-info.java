/** The console on a local stack, over HTTP. */
@org.jspecify.annotations.NullMarked
package io.twinbus.console.integration;
