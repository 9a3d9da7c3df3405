package io.twinbus.receiver.process;

import com.sun.net.httpserver.HttpServer;
import io.twinbus.receiver.admin.AdminServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;

/**
 * The JDK's own HTTP server for tests. The JDK reads the deadline of a request once in a process,
 * for its first server; so {@link AdminServer}, which sets it, is loaded before.
 */
public final class JdkServer {

  private JdkServer() {}

  /** A server on a free port of the loopback address; it is not started. */
  public static HttpServer create() throws IOException {
    try {
      Class.forName(AdminServer.class.getName());
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException(e);
    }
    return HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
  }
}
