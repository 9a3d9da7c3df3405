package io.twinbus.proving.bench.contest;

/**
 * A way from a sender to a handler, on which single messages go: whoever made it is told of each
 * message that has come to its handler.
 */
public interface MessageWay extends AutoCloseable {

  /** Sends a message of {@code session}; does not wait for it. */
  void send(String session, String id);

  @Override
  void close();
}
