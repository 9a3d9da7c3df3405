package io.twinbus.receiver;

import java.time.Duration;
import java.util.Optional;

/**
 * The session of the message in hand, as a {@code @SessionListener} method sees it during one call.
 *
 * <p>Thread-safe; of no use after the call has returned.
 */
public interface Session {

  /** The session's id, in its original form. */
  String id();

  /**
   * The claim's fencing token: it only grows. Keep the newest you have seen per session beside your
   * data and refuse older ones, and a worker that lost its claim can do no harm. With {@code claim:
   * message} it is the message's own: keep the newest per message.
   */
  long token();

  /** 1 for the first call for this message, one more for each recorded failure. */
  int attempt();

  /**
   * A text that is the same for every call for this message, in either region, and for no other
   * message of any session.
   */
  String idempotencyKey();

  /** The message's number in its stream, from 1; 0 where a foreign sender wrote it. */
  long sequence();

  /** The session's state as the messages before this one left it; empty when there is none. */
  Optional<byte[]> state();

  /**
   * Sets the session's state. It is written in one document with the message's end: it moves
   * exactly once per message, and the next call sees it, in whichever region. The last call of this
   * method or of {@link #clearState()} counts; when the message is retried or dead-lettered, none
   * does.
   *
   * @param state at most {@code twinbus.receiver.max-state} bytes (256 KiB), or the call has failed
   */
  void state(byte[] state);

  /** Removes the session's state, as {@link #state(byte[])} sets it. */
  void clearState();

  /** How long the call may still take; zero when its time is up. */
  Duration remaining();

  /**
   * Whether the call should end: its time is up, or its claim is gone. The thread that called the
   * method is interrupted then; code that catches the interruption and goes on must remember it
   * itself. A completion still counts if it comes within the handler grace (5 s).
   */
  boolean isCancelled();
}
