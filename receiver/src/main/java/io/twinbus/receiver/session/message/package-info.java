/** Messages and end states that have records of their own, beside the session's record. */
@org.jspecify.annotations.NullMarked
package io.twinbus.receiver.session.message;
