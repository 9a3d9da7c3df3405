package io.twinbus.local.servicebus.amqp;

import java.nio.ByteBuffer;

/** The socket as a connection sees it. */
public interface Wire {

  /** Takes a copy of the bytes, to be sent with the next {@link #flush()}. */
  void write(ByteBuffer bytes);

  /** Sends what was written. */
  void flush();

  /** Sends what was written and closes. */
  void close();
}
