package io.twinbus.local.cosmos.faults;

/**
 * What an injected fault did so far.
 *
 * @param id the number that {@link FaultInjector#add} gave
 * @param struck how many requests it struck
 * @param active whether it may still strike
 */
public record FaultCount(int id, FaultRule rule, int struck, boolean active) {}
