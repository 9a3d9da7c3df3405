package io.twinbus.rehearsal.producer;

import io.twinbus.protocol.time.MonotonicTime;
import io.twinbus.rehearsal.input.InputMessage;

/** Is told what becomes of each message. Implementations are thread-safe and do not block. */
public interface SendObserver {

  /** The message is about to be sent. */
  void sent(InputMessage message, MonotonicTime at);

  /** The message is safe. */
  void acknowledged(InputMessage message);

  /** The message was not accepted. */
  void failed(InputMessage message, Throwable failure);
}
