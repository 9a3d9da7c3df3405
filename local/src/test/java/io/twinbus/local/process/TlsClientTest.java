package io.twinbus.local.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.local.LocalStack;
import io.twinbus.local.network.LocalCertificate;
import io.twinbus.local.servicebus.QueueSettings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Microsoft's Java SDKs over TLS, told of the certificate by the file that the stack writes. */
class TlsClientTest {
  private static final int BOUND_S = 120;

  // Surefire starts with a jar that names the others, and says here which they are.
  private static final String CLASS_PATH =
      System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));

  @TempDir Path folder;

  @Test
  void theJavaSdksTrustTheFileAndAreServed() throws Exception {
    LocalCertificate certificate = LocalCertificate.create();
    certificate.writeTo(folder);
    try (LocalStack stack =
        LocalStack.builder()
            .regions("east")
            .queues(QueueSettings.plainQueue("jobs"))
            .tls(certificate)
            .start()) {
      Path output = folder.resolve("output.log");
      Process client =
          new ProcessBuilder(
                  Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                  "-XX:TieredStopAtLevel=1",
                  "-Djavax.net.ssl.trustStore=" + folder.resolve(LocalCertificate.TRUST_STORE_FILE),
                  "-Djavax.net.ssl.trustStorePassword=" + LocalCertificate.TRUST_STORE_PASSWORD,
                  "-DCOSMOS.DISABLE_IMDS_ACCESS=true",
                  "-cp",
                  CLASS_PATH,
                  TlsClient.class.getName(),
                  stack.region("east").tlsConnectionString().orElseThrow(),
                  Integer.toString(stack.region("east").port()),
                  stack.ledger().tlsEndpoint().orElseThrow(),
                  stack.ledgerKey())
              .redirectErrorStream(true)
              .redirectOutput(output.toFile())
              .start();
      boolean ended = client.waitFor(BOUND_S, TimeUnit.SECONDS);
      client.destroyForcibly();

      String said = Files.readString(output);
      assertThat(ended).as(said).isTrue();
      assertThat(said).contains("received: over TLS", "read: over-tls");
      assertThat(client.exitValue()).as(said).isZero();
    }
  }
}
