package io.twinbus.simulation;

import io.twinbus.sender.pipeline.BatchId;
import java.util.List;

/**
 * A batch on its way to a region.
 *
 * @param id the attempt's name
 * @param copies what it holds, in order
 */
record SentBatch(BatchId id, List<SentCopy> copies) {}
