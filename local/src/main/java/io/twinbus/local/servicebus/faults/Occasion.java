package io.twinbus.local.servicebus.faults;

import org.jspecify.annotations.Nullable;

/**
 * Something that a client does and a fault may strike. Immutable.
 *
 * @param entity its path; null where none is concerned
 * @param session the session concerned; null: none, or not known
 */
public record Occasion(Operation operation, @Nullable String entity, @Nullable String session) {}
