package io.twinbus.rehearsal.sink;

import io.twinbus.protocol.Body;

/**
 * A handler call as it arrived.
 *
 * <p>Immutable and thread-safe.
 *
 * @param session the session id, decoded
 * @param id the message id, decoded
 * @param claim under which claim, for which attempt
 * @param caller who calls
 * @param body the body
 */
public record SinkCall(String session, String id, Claim claim, Caller caller, Body body) {

  /**
   * The claim of a call.
   *
   * @param token the fencing token
   * @param attempt the attempt, from 1
   * @param stream the stream that the message belongs to
   * @param sequence the message's number in its stream
   */
  public record Claim(long token, int attempt, String stream, long sequence) {}

  /**
   * Who calls.
   *
   * @param region the region
   * @param instance the receiver instance
   * @param process the process, as the path of the address that it was given names it
   */
  public record Caller(String region, String instance, String process) {}
}
