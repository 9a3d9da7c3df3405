package io.twinbus.receiver.session.message;

import io.twinbus.ledger.MessageKey;
import io.twinbus.ledger.MessageRecord;
import io.twinbus.ledger.write.PendingWrite;
import io.twinbus.protocol.SessionId;
import java.util.Optional;

/**
 * What a worker that died left claimed, where each message is claimed by itself.
 *
 * @param session the session
 * @param key the name of the message's record
 * @param pending the write whose outcome it did not know yet
 */
public record HeldMessage(
    SessionId session, MessageKey key, Optional<PendingWrite<MessageRecord>> pending) {}
