package io.twinbus.sender;

import java.util.Optional;

/**
 * Why a region lacks, or may lack, its copy of a message.
 *
 * <p>Immutable and thread-safe.
 *
 * @param reason why the sender stopped trying
 * @param condition the AMQP condition of the last attempt, if there was one
 * @param description the last attempt's error, with the broker's tracking id where it gave one
 * @param mayHaveBeenAccepted whether an attempt ended without an answer, so that the region may
 *     have the message after all
 * @param retrySensible whether the same message can succeed later; false when the message itself
 *     was refused
 */
public record RegionFailure(
    GiveUpReason reason,
    Optional<String> condition,
    String description,
    boolean mayHaveBeenAccepted,
    boolean retrySensible) {}
