package io.twinbus.rehearsal.input;

import io.twinbus.protocol.MessageId;
import io.twinbus.protocol.SessionId;

/**
 * One message to send.
 *
 * <p>Immutable and thread-safe.
 *
 * @param session the session
 * @param id the message id
 * @param body the body: the whole line, without its line end
 * @param line where it stands in the input, from 1
 */
public record InputMessage(SessionId session, MessageId id, String body, long line) {}
