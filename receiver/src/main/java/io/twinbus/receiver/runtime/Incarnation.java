package io.twinbus.receiver.runtime;

import io.twinbus.ledger.InstanceId;
import io.twinbus.ledger.rules.LeaseRenewal;
import io.twinbus.receiver.rules.SharedPlaces;
import io.twinbus.receiver.session.WorkerFact;

/**
 * The incarnation of a receiver that its queues are a part of.
 *
 * @param id its name
 * @param lease its lease
 * @param places what its queues share
 * @param wanted which of its sessions others wait for
 * @param host what hears of its queues
 */
record Incarnation(
    InstanceId id, LeaseRenewal lease, SharedPlaces places, WantedReads wanted, Host host) {

  /** Hears what happens in a queue. */
  interface Host {

    /** A session of {@code work} has ended, or leaves, and its place is free. */
    void placeFree(QueueWork work);

    /** A worker has reported {@code fact}. */
    void reported(WorkerFact fact);
  }
}
