package io.twinbus.sender;

import io.twinbus.protocol.ids.RecordedIds;
import io.twinbus.protocol.settings.ClusterSettings;
import io.twinbus.protocol.settings.ConfiguredQueues;
import io.twinbus.protocol.settings.FlatSettings;
import io.twinbus.protocol.time.Clocks;
import io.twinbus.sender.disk.JournalDirectory;
import io.twinbus.sender.link.RegionLinks;
import io.twinbus.sender.runtime.RunningSender;
import io.twinbus.sender.runtime.SenderPorts;
import io.twinbus.sender.servicebus.ServiceBusLinks;
import io.twinbus.sender.settings.SenderSettings;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Builds a sender, and is the only class that chooses implementations: Service Bus for the links, a
 * directory for the journal, the system's clocks and a secure random source. Not thread-safe.
 */
public final class SenderBuilder {

  private final ClusterSettings cluster;
  private final List<SenderExtension> extensions = new ArrayList<>();
  private SenderSettings settings;
  private final RecordedIds ids;
  private RegionLinks links = ServiceBusLinks.withDefaultCredential();

  private SenderBuilder(ClusterSettings cluster, SenderSettings settings, RecordedIds ids) {
    this.cluster = cluster;
    this.settings = settings;
    this.ids = ids;
  }

  /** Reads the cluster and the sender's settings, and reports all mistakes together. */
  static SenderBuilder from(FlatSettings configuration) {
    return from(configuration, Optional.empty());
  }

  /** The same for one of the queues. */
  static SenderBuilder from(FlatSettings configuration, String queue) {
    return from(configuration, Optional.of(queue));
  }

  private static SenderBuilder from(FlatSettings configuration, Optional<String> queue) {
    return configuration.collect(
        flat -> {
          flat.refuseUnknown();
          FlatSettings own = ConfiguredQueues.one(flat, queue, "Sender.builder(settings, queue)");
          return new SenderBuilder(
              ClusterSettings.from(own), SenderSettings.from(own), RecordedIds.from(own));
        });
  }

  /** Replaces the settings below {@code twinbus.sender} with {@code value}. */
  public SenderBuilder settings(SenderSettings value) {
    settings = value;
    return this;
  }

  /**
   * Sets how the sender reaches the regions. Default: Service Bus, with each region's connection
   * string, or with its namespace and the default Azure credential. {@link
   * ServiceBusLinks#withCredential} uses another credential.
   */
  public SenderBuilder links(RegionLinks value) {
    links = value;
    return this;
  }

  /**
   * Adds an extension, such as {@link io.twinbus.sender.metrics.SenderMetrics} or {@link
   * io.twinbus.sender.tracing.SenderTracing}. The extension added last is the outermost.
   */
  public SenderBuilder extension(SenderExtension value) {
    extensions.add(value);
    return this;
  }

  /**
   * Builds and starts the sender. It connects in the background, so a region that is down does not
   * fail this call.
   *
   * @throws io.twinbus.protocol.settings.InvalidSettingException when the settings of a region do
   *     not describe a connection
   * @throws io.twinbus.sender.journal.JournalException when the journal cannot be opened
   */
  public Sender build() {
    RegionLinks extended = links;
    for (SenderExtension extension : extensions) {
      extended = extension.around(extended);
    }
    SenderPorts ports =
        new SenderPorts(extended, JournalDirectory::open, Clocks.system(), new SecureRandom(), ids);
    Sender sender =
        new BuiltSender(RunningSender.start(cluster, settings, ports), settings.closeTimeout());
    for (SenderExtension extension : extensions) {
      sender = extension.around(sender, cluster);
    }
    return sender;
  }
}
