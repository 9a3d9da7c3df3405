/** The form in which ids of sessions and messages are kept and logged: clear, or keyed hashes. */
@org.jspecify.annotations.NullMarked
package io.twinbus.protocol.ids;
