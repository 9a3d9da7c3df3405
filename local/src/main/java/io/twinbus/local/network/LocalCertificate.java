package io.twinbus.local.network;

import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.Base64;

/**
 * A certificate of the local stack's own for the loopback names of this machine, signed by itself.
 *
 * <p>Its key stays in this process; clients trust it by one of the files that {@link #writeTo}
 * writes. Immutable, hence thread-safe.
 */
public final class LocalCertificate {
  /** The certificate for clients that read PEM: JavaScript, Python, Go, .NET on Linux. */
  public static final String PEM_FILE = "twinbus-local.pem";

  /** The certificate as a trust store of the JVM. */
  public static final String TRUST_STORE_FILE = "twinbus-local.p12";

  /** The password of the trust store, which holds nothing secret. */
  public static final String TRUST_STORE_PASSWORD = "changeit";

  private static final int PEM_LINE = 64;

  private final X509Certificate certificate;
  private final SslContext context;

  LocalCertificate(X509Certificate certificate, PrivateKey key) throws IOException {
    this.certificate = certificate;
    this.context = SslContextBuilder.forServer(key, certificate).build();
  }

  /**
   * A new certificate, valid for 30 days, for the loopback names and these others: host names or IP
   * addresses by which clients reach this machine.
   *
   * @throws IllegalArgumentException if one is neither
   * @throws IllegalStateException if this Java has no {@code keytool} that makes one
   */
  public static LocalCertificate create(String... others) {
    return Keytool.certificate(SubjectNames.withLoopback(others));
  }

  /** The certificate as PEM. */
  public String pem() {
    try {
      Base64.Encoder base64 =
          Base64.getMimeEncoder(PEM_LINE, "\n".getBytes(StandardCharsets.US_ASCII));
      return "-----BEGIN CERTIFICATE-----\n"
          + base64.encodeToString(certificate.getEncoded())
          + "\n-----END CERTIFICATE-----\n";
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("A certificate that cannot be written: " + e, e);
    }
  }

  /**
   * Writes {@value #PEM_FILE} and {@value #TRUST_STORE_FILE}, over those of an earlier stack.
   *
   * @throws UncheckedIOException if the directory cannot be written
   */
  public void writeTo(Path directory) {
    try {
      Files.createDirectories(directory);
      Files.writeString(directory.resolve(PEM_FILE), pem());
      try (OutputStream out = Files.newOutputStream(directory.resolve(TRUST_STORE_FILE))) {
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        store.setCertificateEntry("twinbus-local", certificate);
        store.store(out, TRUST_STORE_PASSWORD.toCharArray());
      }
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("This Java has no PKCS12 trust stores: " + e, e);
    } catch (IOException e) {
      throw new UncheckedIOException(
          "The certificate for TLS cannot be written to " + directory + ".", e);
    }
  }

  SslContext context() {
    return context;
  }
}
