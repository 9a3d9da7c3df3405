/** Tries on an account what the protocol assumes of it: the command and its parts. */
@org.jspecify.annotations.NullMarked
package io.twinbus.certify;
