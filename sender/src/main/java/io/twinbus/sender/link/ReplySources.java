package io.twinbus.sender.link;

import io.twinbus.protocol.SessionId;
import io.twinbus.protocol.settings.RegionSettings;
import io.twinbus.sender.message.Reply;
import java.util.Optional;
import java.util.function.Consumer;

/** Opens the session of a requester on the reply queues of the regions. */
@FunctionalInterface
public interface ReplySources {

  /**
   * Begins to receive the session's messages in a region. The source reconnects after every failure
   * until it is closed.
   *
   * @param region the region and how to reach it
   * @param queue the reply queue
   * @param session the requester's session
   * @param sink takes each message, on any thread; it does not block
   */
  ReplySource open(RegionSettings region, String queue, SessionId session, Consumer<Arrival> sink);

  /** A session that is received in one region; thread-safe. */
  interface ReplySource extends AutoCloseable {

    /** Ends receiving; may block for some seconds. */
    @Override
    void close();
  }

  /**
   * A message that arrived in the requester's session.
   *
   * @param correlationId the request that it answers; empty when it names none
   */
  record Arrival(Optional<String> correlationId, Reply reply) {}
}
