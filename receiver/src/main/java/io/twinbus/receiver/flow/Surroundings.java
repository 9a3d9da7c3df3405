package io.twinbus.receiver.flow;

import io.twinbus.ledger.rules.Standing;
import java.util.Random;

/**
 * What a session worker finds in its process.
 *
 * @param standing the instance's standing
 * @param sightings since when the process has known of gaps
 * @param random where ids come from
 */
public record Surroundings(Standing standing, GapSightings sightings, Random random) {}
