package io.twinbus.receiver.session;

import io.twinbus.ledger.rules.Ownership;
import java.util.Random;

/**
 * What a session worker finds in its process.
 *
 * @param standing the instance's standing
 * @param sightings since when the process has known of gaps
 * @param random where ids come from
 */
public record WorkerContext(Ownership standing, GapSightings sightings, Random random) {}
