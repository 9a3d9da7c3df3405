package io.twinbus.console.watch;

/**
 * What one region did at one moment.
 *
 * @param isSilent whether it did not answer: then what its queue would tell is 0
 * @param arrived messages that came in a second: those that ended and those that wait longer
 * @param ended messages that ended a second
 * @param lagMs how long the oldest active copy has waited
 * @param waiting active copies
 * @param sessions sessions that its receivers hold
 */
public record RegionPoint(
    boolean isSilent, double arrived, double ended, long lagMs, int waiting, int sessions) {}
