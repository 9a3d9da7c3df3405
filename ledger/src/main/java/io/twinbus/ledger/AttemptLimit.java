package io.twinbus.ledger;

import java.time.Duration;

/**
 * When a message that fails is given up.
 *
 * <p>Immutable and thread-safe.
 *
 * @param most how many failures and takeovers end it, if each failure counts with evidence
 * @param giveUpAfter how long after its first failure that many end it, if they count without
 */
public record AttemptLimit(int most, Duration giveUpAfter) {}
