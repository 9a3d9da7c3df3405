package io.twinbus.receiver.runtime;

import io.twinbus.ledger.rules.ClaimRegistry;
import io.twinbus.ledger.rules.FailureDetector;
import io.twinbus.ledger.store.InstanceStores;
import io.twinbus.receiver.broker.Broker;
import io.twinbus.receiver.health.HandlerHealth;
import io.twinbus.receiver.session.GapSightings;
import java.util.Random;

/**
 * What all incarnations of a receiver share.
 *
 * @param place whose messages it takes
 * @param options how it behaves
 * @param broker its region's broker
 * @param instances the leases, the vitals, and what operators want
 * @param claims its claims and the names it has gone by
 * @param board what it sees of the others' leases
 * @param sightings since when it has known of gaps
 * @param health whether its handler works
 * @param leaseSetting the thread that keeps its lease
 * @param admission which writes the ledger is asked for
 * @param random where ids come from
 * @param cores what decides about each session
 * @param ports what its session runners share
 */
record ReceiverContext(
    Receiver.Parts.Place place,
    ReceiverOptions options,
    Broker broker,
    InstanceStores instances,
    ClaimRegistry claims,
    FailureDetector board,
    GapSightings sightings,
    HandlerHealth health,
    LeaseLoop.Setting leaseSetting,
    LedgerAdmission admission,
    Random random,
    SessionCore.Factory cores,
    RunnerContext ports) {}
