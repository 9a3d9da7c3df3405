package io.twinbus.local.network;

import io.netty.channel.ChannelOption;
import io.netty.channel.socket.SocketChannel;
import java.util.function.Supplier;

/**
 * One accepted connection as the network sees it: it can be held, released and reset. Thread-safe.
 */
final class Connection {
  private final SocketChannel channel;
  private final Gate gate;

  Connection(SocketChannel channel, Supplier<Network> network) {
    this.channel = channel;
    this.gate = new Gate(network);
  }

  Gate gate() {
    return gate;
  }

  void hold() {
    channel.config().setAutoRead(false);
    onEventLoop(gate::hold);
  }

  void release() {
    onEventLoop(
        () -> {
          gate.release();
          channel.config().setAutoRead(true);
        });
  }

  /** Closes with a TCP reset, as a machine does that has no such connection. */
  void reset() {
    onEventLoop(
        () -> {
          gate.discard();
          if (channel.isActive()) {
            channel.config().setOption(ChannelOption.SO_LINGER, 0);
          }
          var unused = channel.close();
        });
  }

  private void onEventLoop(Runnable action) {
    if (channel.eventLoop().inEventLoop()) {
      action.run();
    } else {
      channel.eventLoop().execute(action);
    }
  }
}
