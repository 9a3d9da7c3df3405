package io.twinbus.local.network;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;

/**
 * A port that is bound but not listened on: connections to it are refused, yet nobody else gets it.
 *
 * <p>Without it a client that retries all through an outage could be given the very same port for
 * its own end, and then talk to itself.
 */
final class ReservedPort implements AutoCloseable {
  private final Socket socket;

  private ReservedPort(Socket socket) {
    this.socket = socket;
  }

  static ReservedPort reserve(InetAddress address, int port) {
    Socket socket = new Socket();
    try {
      socket.setReuseAddress(true);
      socket.bind(new InetSocketAddress(address, port));
      return new ReservedPort(socket);
    } catch (IOException e) {
      close(socket);
      throw new PortTakenException("an outage", port, e);
    }
  }

  private static void close(Socket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    close(socket);
  }
}
