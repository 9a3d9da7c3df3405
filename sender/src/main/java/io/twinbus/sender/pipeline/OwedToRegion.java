package io.twinbus.sender.pipeline;

import java.time.Instant;
import java.util.Optional;

/**
 * The copies in the journal that a region has not accepted and the sender has not given up.
 *
 * @param copies their number, those in flight included
 * @param oldest when the oldest was taken in, to the second; empty: there is none
 */
public record OwedToRegion(long copies, Optional<Instant> oldest) {}
