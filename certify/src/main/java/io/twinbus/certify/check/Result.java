package io.twinbus.certify.check;

import java.time.Duration;

/**
 * How a trial ended. Immutable.
 *
 * @param place a region, or the ledger
 */
public record Result(Assumption assumption, String place, Finding verdict, Duration took) {}
