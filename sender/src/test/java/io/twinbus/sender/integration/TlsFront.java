package io.twinbus.sender.integration;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** TLS in front of a plain port, as real namespaces have; it keeps what clients say. */
final class TlsFront implements AutoCloseable {

  private static final char[] PASSWORD = "changeit".toCharArray();
  private static final int BUFFER = 16 * 1024;

  private final ServerSocket server;
  private final int plainPort;
  private final ByteArrayOutputStream said = new ByteArrayOutputStream();
  private final List<Socket> open = new CopyOnWriteArrayList<>();

  TlsFront(SSLContext tls, int plainPort) {
    this.plainPort = plainPort;
    try {
      this.server =
          tls.getServerSocketFactory().createServerSocket(0, 50, InetAddress.getLoopbackAddress());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    start("accept", this::acceptAll);
  }

  /** A context with a fresh certificate for localhost, which it trusts. */
  static SSLContext forLocalhost(Path directory) {
    Path store = directory.resolve("localhost.p12");
    try {
      Process keytool =
          new ProcessBuilder(command(store))
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start();
      if (keytool.waitFor() != 0) {
        throw new IllegalStateException("keytool made no certificate");
      }
      return context(store);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  int port() {
    return server.getLocalPort();
  }

  /** Everything that clients have said so far, decrypted. */
  String said() {
    synchronized (said) {
      return said.toString(StandardCharsets.ISO_8859_1);
    }
  }

  @Override
  public void close() {
    closeQuietly(server);
    open.forEach(TlsFront::closeQuietly);
  }

  private static List<String> command(Path store) {
    return List.of(
        Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
        "-genkeypair",
        "-keyalg",
        "EC",
        "-alias",
        "localhost",
        "-dname",
        "CN=localhost",
        "-ext",
        "san=dns:localhost,ip:127.0.0.1",
        "-storetype",
        "PKCS12",
        "-keystore",
        store.toString(),
        "-storepass",
        new String(PASSWORD));
  }

  private static SSLContext context(Path store) throws IOException, GeneralSecurityException {
    KeyStore keys = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(store)) {
      keys.load(in, PASSWORD);
    }
    KeyManagerFactory own = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    own.init(keys, PASSWORD);
    TrustManagerFactory trusted =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    KeyStore certificates = KeyStore.getInstance("PKCS12");
    certificates.load(null, null);
    certificates.setCertificateEntry("localhost", keys.getCertificate("localhost"));
    trusted.init(certificates);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(own.getKeyManagers(), trusted.getTrustManagers(), null);
    return context;
  }

  private void acceptAll() {
    while (!server.isClosed()) {
      try {
        Socket client = server.accept();
        Socket plain = new Socket(InetAddress.getLoopbackAddress(), plainPort);
        open.addAll(List.of(client, plain));
        start("up", () -> pump(client, plain, true));
        start("down", () -> pump(plain, client, false));
      } catch (IOException e) {
        // closed, or a client that broke off
      }
    }
  }

  private void pump(Socket from, Socket to, boolean kept) {
    byte[] buffer = new byte[BUFFER];
    try (from;
        to) {
      InputStream in = from.getInputStream();
      OutputStream out = to.getOutputStream();
      for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
        if (kept) {
          synchronized (said) {
            said.write(buffer, 0, read);
          }
        }
        out.write(buffer, 0, read);
      }
    } catch (IOException e) {
      // one side is gone, and so the other is closed
    }
  }

  private static void start(String name, Runnable work) {
    Thread thread = new Thread(work, "tls-" + name);
    thread.setDaemon(true);
    thread.start();
  }

  private static void closeQuietly(AutoCloseable what) {
    try {
      what.close();
    } catch (Exception e) {
      // closed already
    }
  }
}
