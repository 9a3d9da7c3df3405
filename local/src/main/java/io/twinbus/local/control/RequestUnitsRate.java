package io.twinbus.local.control;

import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

/**
 * A rate of request units as it travels to the control endpoint.
 *
 * @param perSecond how many a container may spend a second, at least 1
 * @param container the container that it is given to; null: each that has no rate of its own
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record RequestUnitsRate(@Nullable Integer perSecond, @Nullable String container) {}
