/** The threads around the core, and the bounds on what waits for them. */
@org.jspecify.annotations.NullMarked
package io.twinbus.sender.runtime;
