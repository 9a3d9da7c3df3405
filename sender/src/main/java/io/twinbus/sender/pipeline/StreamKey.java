package io.twinbus.sender.pipeline;

import io.twinbus.protocol.SessionId;
import io.twinbus.protocol.StreamId;
import org.jspecify.annotations.Nullable;

/**
 * The key of one of a session's streams.
 *
 * @param explicit the name that the application gave it; null for the sender's own stream
 */
record StreamKey(SessionId session, @Nullable StreamId explicit) {}
