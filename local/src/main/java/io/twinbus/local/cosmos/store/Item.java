package io.twinbus.local.cosmos.store;

import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * A stored version of a document.
 *
 * @param number its place in the container, given at creation
 * @param sequence the number of the container's write that stored this version
 * @param etag the version's tag, quotes included
 * @param timestamp the time of the write, in whole seconds since the epoch
 * @param document the content with its system properties; never changed after this record is made
 * @param bytes the size of the content as JSON in UTF-8, without system properties
 */
public record Item(
    String id,
    PartitionKey partition,
    long number,
    long sequence,
    String etag,
    long timestamp,
    ObjectNode document,
    int bytes) {}
