package io.twinbus.receiver.broker;

import io.twinbus.protocol.MessageId;

/** What a search through a session found. */
public sealed interface SearchOutcome {

  /**
   * Such a copy is there: active, locked, deferred or scheduled.
   *
   * @param seq its number in the stream
   * @param before how many copies this search passed on its way to it
   * @param copy what was read of it, without a lock: it can be handled, and not settled
   */
  record Found(long seq, int before, Delivery copy) implements SearchOutcome {

    /** The same under the id that is recorded. */
    Found withId(MessageId recorded) {
      return new Found(seq, before, copy.withId(recorded));
    }
  }

  /** The session was looked through to its end, and no such copy is there. */
  record Absent() implements SearchOutcome {}

  /**
   * The bound on one search was reached: go on at {@code from}.
   *
   * @param from the broker sequence number to begin at
   * @param passed how many copies were looked at
   */
  record Further(long from, int passed) implements SearchOutcome {}

  /** The session could not be looked through, which proves nothing; {@code why} is for logs. */
  record Failed(String why) implements SearchOutcome {}
}
