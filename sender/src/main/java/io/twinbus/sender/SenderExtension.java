package io.twinbus.sender;

import io.twinbus.protocol.settings.ClusterSettings;
import io.twinbus.sender.link.RegionLinks;

/**
 * An addition around a sender, such as metrics or tracing. It can wrap the sender, where messages
 * come in, and the links, where batches go out.
 */
public interface SenderExtension {

  /** Returns the links to use in place of {@code links}; default: {@code links}. */
  default RegionLinks around(RegionLinks links) {
    return links;
  }

  /**
   * Returns the sender to use in place of {@code sender}, which writes to {@code cluster}; default:
   * {@code sender}.
   */
  default Sender around(Sender sender, ClusterSettings cluster) {
    return sender;
  }
}
