package io.twinbus.ledger.admission;

import io.twinbus.ledger.EntityKey;
import io.twinbus.protocol.SessionId;

/**
 * The session that a write is for. Sessions of two queues may have the same id, and are two
 * partitions of the ledger. Immutable and thread-safe.
 *
 * @param queue the queue or subscription
 * @param session the session
 */
public record WriteSource(EntityKey queue, SessionId session) {}
