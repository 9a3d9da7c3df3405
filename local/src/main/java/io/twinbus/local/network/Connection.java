package io.twinbus.local.network;

import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.socket.SocketChannel;
import io.netty.util.concurrent.Future;
import java.util.function.Supplier;

/**
 * One accepted connection as the network sees it: it can be held, released and reset. Thread-safe.
 */
final class Connection {
  private final SocketChannel channel;
  private final Gate gate;

  Connection(SocketChannel channel, Supplier<Network> network, long number) {
    this.channel = channel;
    this.gate = new Gate(network, number);
  }

  Gate gate() {
    return gate;
  }

  /** Completes when nothing passes any more. */
  Future<?> hold() {
    channel.config().setAutoRead(false);
    return onEventLoop(gate::hold);
  }

  Future<?> release() {
    return onEventLoop(
        () -> {
          gate.release();
          channel.config().setAutoRead(true);
        });
  }

  /**
   * Closes with a TCP reset, as a machine does that has no such connection; completes when nothing
   * passes any more.
   */
  Future<?> reset() {
    return onEventLoop(
        () -> {
          gate.discard();
          if (channel.isActive()) {
            channel.config().setOption(ChannelOption.SO_LINGER, 0);
          }
          var unused = channel.close();
        });
  }

  private Future<?> onEventLoop(Runnable action) {
    EventLoop loop = channel.eventLoop();
    if (!loop.inEventLoop()) {
      return loop.submit(action);
    }
    action.run();
    return loop.newSucceededFuture(null);
  }
}
