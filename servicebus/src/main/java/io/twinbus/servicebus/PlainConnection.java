package io.twinbus.servicebus;

import io.twinbus.protocol.settings.RegionSettings;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;

/**
 * Asks whether anything listens where a region's broker should, by a connection that is closed as
 * soon as it stands. The SDK does not tell: it repeats a refused connection until its own timeout.
 * Immutable and thread-safe.
 */
public final class PlainConnection {

  private static final int AMQPS_PORT = 5671;
  private static final int EMULATOR_PORT = 5672;

  private final String host;
  private final int port;

  private PlainConnection(String host, int port) {
    this.host = host;
    this.port = port;
  }

  /** To the broker of {@code region}. */
  public static PlainConnection to(RegionSettings region) {
    String endpoint = region.endpoint();
    int colon = endpoint.lastIndexOf(':');
    return colon >= 0 && endpoint.substring(colon + 1).matches("\\d{1,5}")
        ? new PlainConnection(
            endpoint.substring(0, colon), Integer.parseInt(endpoint.substring(colon + 1)))
        : new PlainConnection(
            endpoint, RegionClients.isEmulator(region) ? EMULATOR_PORT : AMQPS_PORT);
  }

  /** Host and port. */
  public String address() {
    return "%s:%d".formatted(host, port);
  }

  /**
   * Connects and closes. Blocks for {@code bound}, and for as long as the host's name takes.
   *
   * @throws IOException when there is no connection
   */
  public void reach(Duration bound) throws IOException {
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(host, port), Math.toIntExact(bound.toMillis()));
    }
  }

  /**
   * Whether the host refuses the connection. False also when the host does not answer or is not
   * found. Blocks as {@link #reach} does.
   */
  public boolean isRefused(Duration bound) {
    try {
      reach(bound);
      return false;
    } catch (ConnectException e) {
      return true;
    } catch (IOException e) {
      return false;
    }
  }
}
