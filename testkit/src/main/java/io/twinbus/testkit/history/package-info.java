/**
 * Judges histories: what was sent, what took effect, and what the ledger holds, against the
 * promises of no loss, order and once. Start with {@link
 * io.twinbus.testkit.history.HistoryChecker}.
 */
@org.jspecify.annotations.NullMarked
package io.twinbus.testkit.history;
