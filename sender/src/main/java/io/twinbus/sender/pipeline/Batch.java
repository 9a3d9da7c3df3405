package io.twinbus.sender.pipeline;

import io.twinbus.protocol.time.MonotonicTime;
import java.util.List;

/**
 * A batch on its way.
 *
 * @param id the attempt's name
 * @param entries the messages, in the order of their streams
 * @param issuedAt when it was handed to the link
 */
record Batch(BatchId id, List<Entry> entries, MonotonicTime issuedAt) {}
