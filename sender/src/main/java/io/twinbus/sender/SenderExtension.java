package io.twinbus.sender;

import io.twinbus.protocol.settings.ClusterSettings;
import io.twinbus.sender.runtime.RegionLinks;

/**
 * Something built around a sender from outside, such as metrics or tracing: in front of it, where
 * messages come in, or behind it, where batches go out.
 */
public interface SenderExtension {

  /** What takes the place of {@code links}; default: themselves. */
  default RegionLinks around(RegionLinks links) {
    return links;
  }

  /** What takes the place of {@code sender}, which writes to {@code cluster}; default: itself. */
  default Sender around(Sender sender, ClusterSettings cluster) {
    return sender;
  }
}
