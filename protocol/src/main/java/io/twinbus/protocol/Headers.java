package io.twinbus.protocol;

/**
 * The names of the AMQP application properties that the protocol uses, all under one prefix.
 *
 * <p>{@link SequencedHeaders} writes and reads them; times are milliseconds since the epoch, UTC.
 */
public final class Headers {

  /** The prefix of every property of the protocol; applications must not use it. */
  public static final String PREFIX = "tb-";

  /** The stream (string). */
  public static final String STREAM = "tb-stream";

  /** The message's number in its stream (long, from 1). */
  public static final String SEQ = "tb-seq";

  /** The number of the previous accepted message of the stream (long, 0: none). */
  public static final String PREV = "tb-prev";

  /** When the previous accepted message was sent (long, milliseconds); absent when prev is 0. */
  public static final String PREV_AT = "tb-prev-at";

  /** The session's home region (string). */
  public static final String HOME = "tb-home";

  /** When the sender took the message in (long, milliseconds). */
  public static final String SENT_AT = "tb-sent-at";

  /** When the message expires (long, milliseconds); absent when it does not. */
  public static final String EXPIRES_AT = "tb-expires-at";

  /** When the message may run first (long, milliseconds); absent when at once. Its stream waits. */
  public static final String NOT_BEFORE = "tb-not-before";

  /** That the application numbers the stream (boolean, true); absent otherwise. */
  public static final String EXPLICIT = "tb-explicit";

  /** The version of this set of headers (int). */
  public static final String SCHEMA = "tb-schema";

  /** The original session id, where SessionId carries its hash (string). */
  public static final String SESSION = "tb-session";

  /** The original message id, where MessageId carries its hash (string). */
  public static final String MESSAGE = "tb-message";

  /** Which replay of a dead letter this is (long, from 1). */
  public static final String REPLAY = "tb-replay";

  /** The stream that a replayed message had first (string); absent for a foreign sender's. */
  public static final String REPLAY_STREAM = "tb-replay-stream";

  /** The number that a replayed message had first (long). */
  public static final String REPLAY_SEQ = "tb-replay-seq";

  /** The SHA-256 of a replayed message's body, in hexadecimal digits (string). */
  public static final String REPLAY_BODY = "tb-replay-body";

  /** The operator who sent a message again (string). */
  public static final String REPLAY_BY = "tb-replay-by";

  private Headers() {}
}
