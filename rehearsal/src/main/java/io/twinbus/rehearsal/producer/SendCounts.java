package io.twinbus.rehearsal.producer;

import io.twinbus.protocol.time.MonotonicTime;
import io.twinbus.rehearsal.input.InputMessage;
import java.util.Optional;
import java.util.concurrent.CompletionException;

/** How many messages were sent, safe and failed; its size does not grow with them. Thread-safe. */
public final class SendCounts implements SendObserver {

  private long sent;
  private long acknowledged;
  private long failed;
  private Optional<String> firstFailure = Optional.empty();

  @Override
  public synchronized void sent(InputMessage message, MonotonicTime at) {
    sent++;
  }

  @Override
  public synchronized void acknowledged(InputMessage message) {
    acknowledged++;
  }

  @Override
  public synchronized void failed(InputMessage message, Throwable failure) {
    failed++;
    if (firstFailure.isEmpty()) {
      Throwable cause =
          failure instanceof CompletionException && failure.getCause() != null
              ? failure.getCause()
              : failure;
      firstFailure = Optional.of("line %d: %s".formatted(message.line(), cause.getMessage()));
    }
  }

  /** How many messages were sent. */
  public synchronized long sent() {
    return sent;
  }

  /** How many messages are safe. */
  public synchronized long acknowledged() {
    return acknowledged;
  }

  /** How many messages were not accepted. */
  public synchronized long failed() {
    return failed;
  }

  /** Why the first message that was not accepted was not; empty when all were. */
  public synchronized Optional<String> firstFailure() {
    return firstFailure;
  }
}
