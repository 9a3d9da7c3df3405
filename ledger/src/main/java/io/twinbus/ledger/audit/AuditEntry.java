package io.twinbus.ledger.audit;

import java.time.Instant;

/**
 * One document of the audit container: an act, or a body that was shown.
 *
 * <p>It is written before the act, so that no act lacks one. Immutable and thread-safe.
 *
 * @param id a random name
 * @param at when, by the wall clock of the author's machine
 * @param by the author
 * @param about what it was about
 * @param what what was done
 */
public record AuditEntry(
    String id, Instant at, AuditAuthor by, AuditSubject about, AuditedAct what) {}
