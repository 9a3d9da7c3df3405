package io.twinbus.sender;

import io.twinbus.protocol.settings.ClusterSettings;
import io.twinbus.protocol.time.Clocks;
import io.twinbus.sender.runtime.LaneSender;
import io.twinbus.sender.runtime.RegionLinks;
import io.twinbus.sender.servicebus.ServiceBusLinks;
import java.security.SecureRandom;

/** Builds a sender; not thread-safe. */
public final class SenderBuilder {

  private final ClusterSettings cluster;
  private SenderSettings settings = SenderSettings.ofDefaults();
  private RegionLinks links = ServiceBusLinks.withDefaultCredential();

  SenderBuilder(ClusterSettings cluster) {
    this.cluster = cluster;
  }

  /** Sets how the sender behaves; default: every default. */
  public SenderBuilder settings(SenderSettings value) {
    settings = value;
    return this;
  }

  /**
   * Sets how regions are reached; default: Service Bus, with the connection string of each region,
   * or its namespace and the default Azure credential. {@link
   * io.twinbus.sender.servicebus.ServiceBusLinks#withCredential} takes any other credential.
   */
  public SenderBuilder links(RegionLinks value) {
    links = value;
    return this;
  }

  /**
   * The sender. It connects in the background: a region that is down is no failure here.
   *
   * @throws io.twinbus.protocol.settings.InvalidSettingException when a region's connection cannot
   *     be set up from its settings
   */
  public Sender build() {
    return LaneSender.start(cluster, settings, links, Clocks.system(), new SecureRandom());
  }
}
