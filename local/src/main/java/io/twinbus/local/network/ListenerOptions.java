package io.twinbus.local.network;

import io.netty.channel.ChannelPipeline;
import java.net.InetAddress;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What a {@link Listener} needs to know.
 *
 * @param subject what listens here, for messages and thread names, such as {@code ledger}
 * @param address where it listens, usually the loopback address
 * @param port of that address; 0 means any free one
 * @param threads event-loop threads, at least 1
 * @param tls whether clients may speak TLS, and with which certificate; null: plain bytes only.
 *     With it each client chooses by its first byte
 * @param protocol adds the protocol's handlers to the pipeline of a new connection
 */
public record ListenerOptions(
    String subject,
    InetAddress address,
    int port,
    int threads,
    @Nullable LocalCertificate tls,
    Consumer<ChannelPipeline> protocol) {

  public ListenerOptions {
    if (port < 0 || port > 65_535) {
      throw new IllegalArgumentException(
          "Port " + port + " for " + subject + " is none: give 0 to 65535.");
    }
    if (threads < 1) {
      throw new IllegalArgumentException("A listener needs at least one thread, not " + threads);
    }
  }
}
