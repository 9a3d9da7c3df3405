package io.twinbus.ledger.store;

/**
 * The records of one queue or subscription.
 *
 * @param sessions the session records
 * @param messages the message records beside them
 * @param queries an operator's questions
 */
public record QueueRecords(SessionStore sessions, MessageStore messages, LedgerQueries queries) {}
