package io.twinbus.sender.link;

import io.twinbus.sender.pipeline.Effect;
import io.twinbus.sender.pipeline.Event;
import java.util.function.Consumer;

/**
 * The link to one region: one connection that carries the batches of all lanes.
 *
 * <p>Thread-safe.
 */
public interface RegionLink extends AutoCloseable {

  /**
   * Sends a batch without blocking; all its messages arrive or none.
   *
   * <p>{@code outcome} gets exactly one {@link Event.Accepted}, {@link Event.Refused} or {@link
   * Event.Unanswered} for the batch, on any thread and within a bound. Before it {@code outcome}
   * may get an {@link Event.LinkLimit}.
   */
  void send(Effect.SendBatch batch, Consumer<Event> outcome);

  /** Closes the connection; may block for some seconds. */
  @Override
  void close();
}
