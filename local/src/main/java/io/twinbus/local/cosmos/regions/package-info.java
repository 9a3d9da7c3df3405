/**
 * The regions of an account: which one is written, what the others have seen, and how one takes the
 * place of another. No sockets, no threads; time comes from a clock.
 */
@org.jspecify.annotations.NullMarked
package io.twinbus.local.cosmos.regions;
