/** The threads around the session workers: accept and lease loops, runners, mailboxes, timers. */
@org.jspecify.annotations.NullMarked
package io.twinbus.receiver.runtime;
