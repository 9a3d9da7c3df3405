package io.twinbus.receiver.runtime;

import io.twinbus.ledger.EntityKey;
import io.twinbus.receiver.SessionHandler;
import io.twinbus.receiver.broker.Broker;
import io.twinbus.receiver.health.HealthSettings;
import io.twinbus.receiver.session.FlowSettings;

/**
 * One queue of a receiver: what belongs to it alone. The receiver closes none of it.
 *
 * @param key its name in the ledger's records
 * @param broker its region's broker
 * @param records its session records, and the message records beside them
 * @param handler what to do with its messages
 * @param options how its sessions behave
 */
public record ReceiverQueue(
    EntityKey key,
    Broker broker,
    Receiver.Parts.Records records,
    SessionHandler handler,
    Options options) {

  /**
   * How the sessions of a queue behave.
   *
   * @param flow how each session worker behaves
   * @param health how a handler that is down is treated
   * @param maxSessions how many of the receiver's places may be the queue's
   */
  public record Options(FlowSettings flow, HealthSettings health, int maxSessions) {}
}
