package io.twinbus.receiver.runtime;

import io.twinbus.ledger.EntityKey;
import io.twinbus.ledger.rules.ClaimRegistry;
import io.twinbus.receiver.broker.Broker;
import io.twinbus.receiver.bytes.BudgetedSessions;
import io.twinbus.receiver.health.HandlerHealth;
import io.twinbus.receiver.session.GapSightings;

/**
 * What all incarnations of a receiver share for one of its queues.
 *
 * @param key its name in the ledger's records
 * @param options how its sessions behave
 * @param broker its region's broker
 * @param claims its claims, and the names the process has gone by
 * @param sightings since when it has known of gaps
 * @param health whether its handler works
 * @param wishes what operators want of it
 * @param bytes its sessions, within the bytes that the process may hold
 * @param ports what its session runners share
 */
record QueueContext(
    EntityKey key,
    ReceiverQueue.Options options,
    Broker broker,
    ClaimRegistry claims,
    GapSightings sightings,
    HandlerHealth health,
    DirectiveWatch wishes,
    BudgetedSessions bytes,
    RunnerContext ports) {}
