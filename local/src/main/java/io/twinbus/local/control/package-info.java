/**
 * The HTTP endpoint that injects faults into a running local stack and tells its counts, and the
 * client for it.
 */
@org.jspecify.annotations.NullMarked
package io.twinbus.local.control;
