package io.twinbus.sender.journal;

/** Where a group begins: so many bytes into a segment. */
public record Place(long segment, long offset) {}
