package io.twinbus.sender;

import io.twinbus.protocol.settings.ClusterSettings;
import io.twinbus.protocol.time.Clocks;
import io.twinbus.sender.runtime.LaneSender;
import io.twinbus.sender.runtime.RegionLinks;
import io.twinbus.sender.servicebus.ServiceBusLinks;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;

/** Builds a sender; not thread-safe. */
public final class SenderBuilder {

  private final ClusterSettings cluster;
  private final List<SenderExtension> extensions = new ArrayList<>();
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
   * Adds something around the sender, such as {@link io.twinbus.sender.metrics.SenderMetrics} or
   * {@link io.twinbus.sender.tracing.SenderTracing}; the last added is the outermost.
   */
  public SenderBuilder extension(SenderExtension value) {
    extensions.add(value);
    return this;
  }

  /**
   * The sender. It connects in the background: a region that is down is no failure here.
   *
   * @throws io.twinbus.protocol.settings.InvalidSettingException when a region's connection cannot
   *     be set up from its settings
   */
  public Sender build() {
    RegionLinks extended = links;
    for (SenderExtension extension : extensions) {
      extended = extension.around(extended);
    }
    Sender sender =
        LaneSender.start(cluster, settings, extended, Clocks.system(), new SecureRandom());
    for (SenderExtension extension : extensions) {
      sender = extension.around(sender, cluster);
    }
    return sender;
  }
}
