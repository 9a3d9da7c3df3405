/** What the ledger holds about sessions, listed and shown. */
@org.jspecify.annotations.NullMarked
package io.twinbus.ops.sessions;
