package io.twinbus.sender.runtime;

import io.twinbus.sender.pipeline.Effect;
import io.twinbus.sender.pipeline.Event;
import java.util.function.Consumer;

/**
 * The way to one region: one connection that carries the batches of all lanes.
 *
 * <p>Thread-safe.
 */
public interface RegionLink extends AutoCloseable {

  /**
   * Sends a batch without blocking; all its messages arrive or none.
   *
   * <p>{@code outcome} gets, on any thread and within a bound, exactly one of {@link
   * Event.Accepted}, {@link Event.Refused} and {@link Event.Unanswered} for the batch; before it
   * perhaps {@link Event.LinkLimit}.
   */
  void send(Effect.SendBatch batch, Consumer<Event> outcome);

  /** Closes the connection; may block for some seconds. */
  @Override
  void close();
}
