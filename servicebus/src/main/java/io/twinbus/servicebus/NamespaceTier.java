package io.twinbus.servicebus;

import io.twinbus.protocol.RegionName;
import java.util.Optional;

/** The tier of a namespace, as far as it bounds what the product can do. */
public enum NamespaceTier {
  /** Shared by many: it has queues, and no topics and no sessions. */
  BASIC(5 * 1024),
  /** Shared by many, and throttled. */
  STANDARD(5 * 1024),
  /** With messaging units of its own. */
  PREMIUM(80 * 1024);

  private final long mostMebibytes;

  NamespaceTier(long mostMebibytes) {
    this.mostMebibytes = mostMebibytes;
  }

  /** How much a queue or topic of it may be allowed to hold, in MiB. */
  public long mostMebibytes() {
    return mostMebibytes;
  }

  /** A warning about the namespace of {@code region}; empty: production may run on it. */
  public Optional<String> warning(RegionName region) {
    return switch (this) {
      case PREMIUM -> Optional.empty();
      case STANDARD ->
          Optional.of(
              "The namespace of region %s is Standard: it throttles at 1,000 credits a second, about 500 messages, takes no message above 256 KB, and shares its brokers with others. Take Premium for production."
                  .formatted(region));
      case BASIC ->
          Optional.of(
              "The namespace of region %s is Basic, which has no sessions: take Premium, or Standard for tests."
                  .formatted(region));
    };
  }
}
