package io.twinbus.testkit.history;

/**
 * A handler call that took effect, as the outside system noted it.
 *
 * <p>Immutable and thread-safe.
 *
 * @param session the session id
 * @param id the message id
 * @param token the fencing token under which it was called
 * @param attempt the attempt, from 1
 * @param caller who called
 */
public record NotedEffect(String session, String id, long token, int attempt, Caller caller) {

  /** The region and the receiver instance that called. */
  public record Caller(String region, String instance) {

    @Override
    public String toString() {
      return region + "/" + instance;
    }
  }
}
