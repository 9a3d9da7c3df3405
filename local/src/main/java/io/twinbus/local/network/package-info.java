/**
 * Loopback listeners that can be made unreachable or slow, shared by every endpoint of the local
 * stack.
 */
@org.jspecify.annotations.NullMarked
package io.twinbus.local.network;
