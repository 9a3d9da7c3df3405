package io.twinbus.local.cosmos.gateway;

import java.time.InstantSource;
import java.util.OptionalInt;

/**
 * How many request units each container may spend a second in each region; empty: as many as are
 * asked for.
 */
public record RequestUnits(OptionalInt perSecond, InstantSource clock) {}
