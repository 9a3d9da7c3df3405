package io.twinbus.local.servicebus;

/**
 * How many messages and sessions an entity holds at one moment. Immutable.
 *
 * @param entity the entity's name
 * @param active receivable now: neither locked, deferred nor scheduled
 * @param scheduled waiting for their time
 * @param locked held by a receiver
 * @param deferred set aside by a receiver, not locked
 * @param deadLettered in its dead-letter queue
 * @param sessions sessions with messages, state or a lock
 * @param lockedSessions sessions held by a receiver
 */
public record EntityCounts(
    String entity,
    int active,
    int scheduled,
    int locked,
    int deferred,
    int deadLettered,
    int sessions,
    int lockedSessions) {

  /** All messages that have not reached an end: neither completed, dropped nor dead-lettered. */
  public int unsettled() {
    return active + scheduled + locked + deferred;
  }
}
