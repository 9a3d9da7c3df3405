/**
 * Where a session worker stands, and what it knows and writes.
 *
 * <p>Three sealed types are its states: {@code SessionState} (what it holds of its session), {@code
 * CallState} (the handler call) and {@code LifeState} (whether it works or stops). Each state has
 * its legal moves as methods, and each write of the session's record takes the state in which it is
 * legal. So the steps cannot write under a claim that they do not hold.
 *
 * <p>Facts that are known in one state only are in that state. What outlives a state is beside it:
 * the record as seen, the copies in hand, the ends that are not written yet, the times of waits.
 */
@org.jspecify.annotations.NullMarked
package io.twinbus.receiver.session.state;
