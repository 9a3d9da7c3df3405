package io.twinbus.receiver.session.message;

import io.twinbus.ledger.MessageKey;
import io.twinbus.ledger.rules.MessageIntent;
import io.twinbus.protocol.SessionId;
import java.util.Optional;

/**
 * What a worker that died left claimed, where each message is claimed by itself.
 *
 * @param session the session
 * @param key the name of the message's record
 * @param openWrite the write of which it did not know yet what became of it
 */
public record HeldMessage(SessionId session, MessageKey key, Optional<MessageIntent> openWrite) {}
