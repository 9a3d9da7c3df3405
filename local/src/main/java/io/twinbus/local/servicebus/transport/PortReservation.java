package io.twinbus.local.servicebus.transport;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.SocketChannel;

/**
 * Keeps a port for its owner without listening on it.
 *
 * <p>Connecting to a port that is bound but not listened on is refused, as in a real outage; a free
 * port could meanwhile be given to somebody else, or a client could even connect to itself.
 */
final class PortReservation implements AutoCloseable {
  private final SocketChannel holder;

  private PortReservation(SocketChannel holder) {
    this.holder = holder;
  }

  static PortReservation of(InetSocketAddress address) {
    try {
      SocketChannel holder = SocketChannel.open();
      holder.setOption(StandardSocketOptions.SO_REUSEADDR, true);
      holder.bind(address);
      return new PortReservation(holder);
    } catch (IOException e) {
      throw new UncheckedIOException("The port " + address + " could not be kept.", e);
    }
  }

  @Override
  public void close() {
    try {
      holder.close();
    } catch (IOException e) {
      throw new UncheckedIOException("The port could not be given back.", e);
    }
  }
}
