package io.twinbus.certify.check;

import java.util.concurrent.Callable;

/**
 * A check that stands ready at a place.
 *
 * @param place a region, or the ledger
 * @param act tries it; blocks
 */
public record Trial(Assumption assumption, String place, Callable<Finding> act) {}
