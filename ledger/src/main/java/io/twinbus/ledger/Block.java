package io.twinbus.ledger;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Why a session is held for an operator.
 *
 * <p>Immutable and thread-safe.
 *
 * @param reason one sentence
 * @param message the id of the message that is to blame; null when there is none
 * @param by the instance or operator that blocked it
 * @param since when
 */
public record Block(String reason, @Nullable String message, String by, Instant since) {}
