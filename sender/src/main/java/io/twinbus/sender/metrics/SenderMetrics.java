package io.twinbus.sender.metrics;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Tags;
import io.twinbus.protocol.settings.ClusterSettings;
import io.twinbus.protocol.settings.EntitySettings;
import io.twinbus.sender.Sender;
import io.twinbus.sender.SenderExtension;
import io.twinbus.sender.link.RegionLinks;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Reports a sender's figures to a Micrometer registry, under {@code twinbus.sender}; the sender's
 * README lists them.
 *
 * <p>Every meter has the tag {@code entity}. The meters are removed when the sender closes. One
 * instance may serve the senders to several entities. Several senders to one entity need an
 * instance each, with tags that distinguish them. Thread-safe.
 */
public final class SenderMetrics implements SenderExtension {

  private final MeterRegistry registry;
  private final Tags tags;

  /** Those of each entity, so that a sender that closes removes its own. */
  private final Map<String, SenderMeters> byEntity = new ConcurrentHashMap<>();

  private SenderMetrics(MeterRegistry registry, Tags tags) {
    this.registry = registry;
    this.tags = tags;
  }

  /** Reports to {@code registry}; each meter has {@code tags} in addition to its own. */
  public static SenderMetrics to(MeterRegistry registry, Tag... tags) {
    return new SenderMetrics(registry, Tags.of(tags));
  }

  @Override
  public RegionLinks around(RegionLinks links) {
    return new TimedLinks(links, this::of);
  }

  @Override
  public Sender around(Sender sender, ClusterSettings cluster) {
    return new MeteredSender(sender, of(cluster.entity()), cluster);
  }

  private SenderMeters of(EntitySettings entity) {
    return byEntity.computeIfAbsent(entity.name(), name -> new SenderMeters(registry, tags));
  }
}
