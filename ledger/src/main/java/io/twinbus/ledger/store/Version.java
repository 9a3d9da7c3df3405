package io.twinbus.ledger.store;

/**
 * The version of a stored document: its ETag, to be handed back and never looked into.
 *
 * <p>Immutable and thread-safe.
 */
public record Version(String etag) {}
