package io.twinbus.sender.request;

import io.twinbus.protocol.SessionId;
import io.twinbus.protocol.settings.RegionSettings;
import java.util.Optional;
import java.util.function.Consumer;

/** Opens the requester's session on the reply queues of the regions. */
@FunctionalInterface
public interface ReplySources {

  /**
   * Begins to receive the session's messages in a region, and goes on, over every trouble of the
   * region, until it is closed.
   *
   * @param region the region and how to reach it
   * @param queue the reply queue
   * @param session the requester's session
   * @param sink takes each message, on any thread; it does not block
   */
  ReplySource open(RegionSettings region, String queue, SessionId session, Consumer<Arrival> sink);

  /** A session that is being received in one region; thread-safe. */
  interface ReplySource extends AutoCloseable {

    /** Ends it; may block for some seconds. */
    @Override
    void close();
  }

  /**
   * A message that came to the requester's session.
   *
   * @param correlationId what it answers; empty: nothing
   */
  record Arrival(Optional<String> correlationId, Reply reply) {}
}
