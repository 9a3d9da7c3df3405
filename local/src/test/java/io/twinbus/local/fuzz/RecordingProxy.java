package io.twinbus.local.fuzz;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Passes bytes on between clients and an endpoint, and keeps what the clients said. */
final class RecordingProxy implements AutoCloseable {
  private final ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
  private final int target;
  private final List<ByteArrayOutputStream> recordings = new CopyOnWriteArrayList<>();
  private final List<Socket> sockets = new CopyOnWriteArrayList<>();

  RecordingProxy(int target) throws IOException {
    this.target = target;
    start(this::accept);
  }

  int port() {
    return server.getLocalPort();
  }

  /** What the clients said, one recording a connection. */
  List<byte[]> recordings() {
    return recordings.stream().map(ByteArrayOutputStream::toByteArray).toList();
  }

  @Override
  public void close() throws IOException {
    server.close();
    for (Socket socket : sockets) {
      socket.close();
    }
  }

  private void accept() throws IOException {
    while (true) {
      Socket client = server.accept();
      Socket endpoint = new Socket(InetAddress.getLoopbackAddress(), target);
      sockets.add(client);
      sockets.add(endpoint);
      ByteArrayOutputStream said = new ByteArrayOutputStream();
      recordings.add(said);
      start(() -> pump(client, endpoint, said));
      start(() -> pump(endpoint, client, OutputStream.nullOutputStream()));
    }
  }

  private static void pump(Socket from, Socket to, OutputStream record) throws IOException {
    byte[] buffer = new byte[65_536];
    InputStream in = from.getInputStream();
    for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
      synchronized (record) {
        record.write(buffer, 0, read);
      }
      to.getOutputStream().write(buffer, 0, read);
    }
    to.close();
  }

  private interface Work {
    void run() throws IOException;
  }

  private static void start(Work work) {
    Thread thread =
        new Thread(
            () -> {
              try {
                work.run();
              } catch (IOException e) {
                // One side has closed: the other's thread ends as well.
                Thread.currentThread().interrupt();
              }
            },
            "recording");
    thread.setDaemon(true);
    thread.start();
  }
}
