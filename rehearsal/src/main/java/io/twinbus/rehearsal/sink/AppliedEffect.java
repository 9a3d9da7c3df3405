package io.twinbus.rehearsal.sink;

import io.twinbus.protocol.time.Now;

/**
 * A call that took effect.
 *
 * <p>Immutable and thread-safe.
 *
 * @param call the call
 * @param at when it arrived
 */
public record AppliedEffect(SinkCall call, Now at) {}
