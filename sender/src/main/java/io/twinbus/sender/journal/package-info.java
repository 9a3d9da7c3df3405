/**
 * The journal: messages made durable before they are sent, in an append-only log of segments.
 *
 * <p>The decisions are pure: which copies are still owed, what a log says after a crash, which
 * segments are no longer needed. {@link io.twinbus.sender.journal.JournalFiles} is the port to the
 * disk.
 */
@org.jspecify.annotations.NullMarked
package io.twinbus.sender.journal;
