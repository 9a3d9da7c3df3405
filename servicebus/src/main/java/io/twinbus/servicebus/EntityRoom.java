package io.twinbus.servicebus;

import io.twinbus.protocol.RegionName;
import java.util.Optional;

/**
 * How much of an entity's room its messages take: waiting, scheduled and dead ones alike. Immutable
 * and thread-safe.
 *
 * @param heldBytes what they take
 * @param mebibytes how much it may hold
 */
public record EntityRoom(long heldBytes, long mebibytes) {

  private static final int TIGHT_PERCENT = 80;

  /** How much is taken, in percent. */
  public long percent() {
    return mebibytes == 0 ? 0 : 100 * heldBytes / (mebibytes * 1024 * 1024);
  }

  /** A warning about the entity {@code name} when it may hold less than {@code tier} allows. */
  public Optional<String> warning(String name, RegionName region, NamespaceTier tier) {
    return mebibytes >= tier.mostMebibytes()
        ? Optional.empty()
        : Optional.of(
            "%s in region %s may hold %,d MiB, dead letters and scheduled copies included, where its namespace allows %,d: set more, or it is full soon after its receivers stop."
                .formatted(name, region, mebibytes, tier.mostMebibytes()));
  }

  /** A warning about the entity {@code name} when little room is left. */
  public Optional<String> warning(String name, RegionName region) {
    return percent() < TIGHT_PERCENT
        ? Optional.empty()
        : Optional.of(
            "%s in region %s has taken %d %% of its %,d MiB, dead letters and scheduled copies included: when it is full, it refuses what producers send."
                .formatted(name, region, percent(), mebibytes));
  }
}
