package io.twinbus.sender.pipeline;

import java.util.Optional;

/**
 * The error of an attempt that did not succeed.
 *
 * @param condition the AMQP condition, if the error has one
 * @param description the error's text, with the broker's tracking id where it gave one
 */
public record Problem(Optional<String> condition, String description) {}
