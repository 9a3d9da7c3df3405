package io.twinbus.sender.pipeline;

import io.twinbus.protocol.SessionId;
import io.twinbus.protocol.StreamId;
import org.jspecify.annotations.Nullable;

/**
 * Which of a session's streams.
 *
 * @param explicit the name that the application gave it; null: the sender's own
 */
record StreamKey(SessionId session, @Nullable StreamId explicit) {}
