package io.twinbus.local.network;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.Objects;
import java.util.concurrent.TimeUnit;

/**
 * The JDK's own tool for certificates, as a process: the JDK has no public class that signs one.
 *
 * <p>The key passes through a file in a directory that only this user reads, and is deleted then.
 */
final class Keytool {
  private static final String ALIAS = "local";
  private static final String PASSWORD = "only-in-transit";
  private static final String PASSWORD_VARIABLE = "TWINBUS_LOCAL_KEYTOOL";
  private static final int BOUND_S = 60;

  private Keytool() {}

  static LocalCertificate certificate(SubjectNames names) {
    try {
      Path folder = Files.createTempDirectory("twinbus-local-tls");
      Path file = folder.resolve("key.p12");
      try {
        generate(file, names);
        return read(file);
      } finally {
        Files.deleteIfExists(file);
        Files.delete(folder);
      }
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("The certificate that keytool made cannot be read: " + e, e);
    } catch (IOException e) {
      throw new UncheckedIOException("No certificate for TLS could be made with keytool.", e);
    }
  }

  private static void generate(Path file, SubjectNames names) throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-alias",
                ALIAS,
                "-keyalg",
                "EC",
                "-groupname",
                "secp256r1",
                "-dname",
                "CN=localhost, O=Twinbus local stack",
                "-ext",
                "san=" + names.forKeytool(),
                "-ext",
                "eku=serverAuth",
                // A clock behind this one, as in a container, must not find it too young.
                "-startdate",
                "-1d",
                "-validity",
                "31",
                "-storetype",
                "PKCS12",
                "-storepass:env",
                PASSWORD_VARIABLE,
                "-keystore",
                file.toString())
            .redirectErrorStream(true);
    builder.environment().put(PASSWORD_VARIABLE, PASSWORD);
    Process process = builder.start();
    try {
      process.getOutputStream().close();
      String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      if (!process.waitFor(BOUND_S, TimeUnit.SECONDS) || process.exitValue() != 0) {
        throw new IllegalStateException("keytool made no certificate: " + said.strip());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("Interrupted while keytool made a certificate.", e);
    } finally {
      process.destroyForcibly();
    }
  }

  private static LocalCertificate read(Path file) throws IOException, GeneralSecurityException {
    KeyStore store = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(file)) {
      store.load(in, PASSWORD.toCharArray());
    }
    return new LocalCertificate(
        (X509Certificate) Objects.requireNonNull(store.getCertificate(ALIAS), "keytool made it"),
        (PrivateKey)
            Objects.requireNonNull(store.getKey(ALIAS, PASSWORD.toCharArray()), "keytool made it"));
  }
}
