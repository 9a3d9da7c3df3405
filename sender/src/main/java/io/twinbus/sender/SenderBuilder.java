package io.twinbus.sender;

import io.twinbus.protocol.settings.ClusterSettings;

/** Builds a sender; not thread-safe. */
public final class SenderBuilder {

  private final ClusterSettings cluster;
  private SenderSettings settings = SenderSettings.ofDefaults();

  SenderBuilder(ClusterSettings cluster) {
    this.cluster = cluster;
  }

  /** Sets how the sender behaves; default: every default. */
  public SenderBuilder settings(SenderSettings value) {
    settings = value;
    return this;
  }

  /**
   * The sender. It connects in the background: a region that is down is no failure here.
   *
   * @throws io.twinbus.protocol.settings.InvalidSettingException when a region's connection cannot
   *     be set up from its settings
   */
  public Sender build() {
    if (settings.lanes() > 0) {
      throw new UnsupportedOperationException("No link to %s yet.".formatted(cluster.regions()));
    }
    throw new IllegalStateException("A sender has at least one lane.");
  }
}
