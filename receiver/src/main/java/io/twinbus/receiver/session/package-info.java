/**
 * What a session's worker and its shell say to each other: events, effects and facts; and what a
 * worker is given: its settings, its identity, its process.
 *
 * <p>The worker is a state machine without I/O, threads or clocks. Its packages, each of which uses
 * only those before it:
 *
 * <ol>
 *   <li>this one;
 *   <li>{@code state}: where a worker stands, and what it knows and writes;
 *   <li>{@code message}: messages and end states that have records of their own;
 *   <li>{@code worker}: the steps, {@code SessionWorker} on top, and what releases a dead worker's
 *       claims.
 * </ol>
 */
@org.jspecify.annotations.NullMarked
package io.twinbus.receiver.session;
