package io.twinbus.ops.servicebus;

import io.twinbus.protocol.Body;

/**
 * What a copy carries, as peeking shows it. Its {@code toString} says the size alone.
 *
 * <p>Immutable and thread-safe.
 *
 * @param bytes the body
 * @param contentType what the sender says that it is; empty: nothing
 */
public record QueuedBody(Body bytes, String contentType) {

  /** How many bytes there are. */
  public int size() {
    return bytes.size();
  }
}
