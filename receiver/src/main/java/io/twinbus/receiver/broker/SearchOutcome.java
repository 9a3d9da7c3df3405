package io.twinbus.receiver.broker;

/** What a search through a session found. */
public sealed interface SearchOutcome {

  /**
   * Such a copy is there: active, locked, deferred or scheduled.
   *
   * @param seq its number in the stream
   * @param before how many copies this search passed on its way to it
   */
  record Found(long seq, int before) implements SearchOutcome {}

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
