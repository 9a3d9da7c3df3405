package io.twinbus.sender.pipeline;

import io.twinbus.protocol.time.MonotonicTime;
import java.util.List;

/**
 * A batch that was handed to the link and has no answer yet.
 *
 * @param id the name of the attempt
 * @param messages the messages, in the order of their streams
 * @param wire the same messages as they went out
 * @param issuedAt when it was handed to the link
 */
record Batch(
    BatchId id, List<PendingMessage> messages, List<WireMessage> wire, MonotonicTime issuedAt) {}
