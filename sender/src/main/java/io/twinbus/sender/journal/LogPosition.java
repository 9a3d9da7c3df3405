package io.twinbus.sender.journal;

/** The position of a group: a segment, and the byte at which the group begins. */
public record LogPosition(long segment, long offset) {}
