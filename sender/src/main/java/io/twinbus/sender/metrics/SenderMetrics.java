package io.twinbus.sender.metrics;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Tags;
import io.twinbus.protocol.settings.ClusterSettings;
import io.twinbus.sender.Sender;
import io.twinbus.sender.SenderExtension;
import io.twinbus.sender.link.RegionLinks;

/**
 * Reports a sender's figures to a Micrometer registry, under {@code twinbus.sender}; the sender's
 * README lists them.
 *
 * <p>Every meter has the tag {@code entity}. The meters are removed when the sender closes. Use one
 * instance for each sender; several senders to one entity need tags that distinguish them.
 * Thread-safe.
 */
public final class SenderMetrics implements SenderExtension {

  private final SenderMeters meters;

  private SenderMetrics(SenderMeters meters) {
    this.meters = meters;
  }

  /** Reports to {@code registry}; each meter has {@code tags} in addition to its own. */
  public static SenderMetrics to(MeterRegistry registry, Tag... tags) {
    return new SenderMetrics(new SenderMeters(registry, Tags.of(tags)));
  }

  @Override
  public RegionLinks around(RegionLinks links) {
    return new TimedLinks(links, meters);
  }

  @Override
  public Sender around(Sender sender, ClusterSettings cluster) {
    return new MeteredSender(sender, meters, cluster);
  }
}
