package io.twinbus.receiver.session;

import io.twinbus.ledger.rules.Ownership;
import io.twinbus.receiver.health.HandlerHealth;
import java.util.Random;

/**
 * What a session worker shares with the other workers of its process.
 *
 * @param ownership judges the owners of claims, and knows which claims this process serves
 * @param sightings since when this process has known of each gap
 * @param health whether the handler works
 * @param demand who waits for the places of the process, and for its sessions
 * @param random the source of ids
 */
public record WorkerContext(
    Ownership ownership,
    GapSightings sightings,
    HandlerHealth health,
    SessionDemand demand,
    Random random) {}
