package io.twinbus.local.integration;

import static io.twinbus.local.integration.ServiceBusClients.message;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.twinbus.local.LocalStack;
import io.twinbus.local.cosmos.AccountOptions;
import io.twinbus.local.network.LocalCertificate;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.slf4j.LoggerFactory;

/** TLS at the ports of the plain endpoints, to clients that trust the certificate. */
@Isolated("it looks at the log")
class TlsTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final LocalCertificate CERTIFICATE = LocalCertificate.create();

  @TempDir static Path folder;

  private static LocalStack stack;

  @BeforeAll
  static void start() {
    CERTIFICATE.writeTo(folder);
    stack =
        LocalStack.builder()
            .regions("east")
            .ledgerAccount(AccountOptions.defaults().withRegions("east", "west"))
            .tls(CERTIFICATE)
            .start();
  }

  @AfterAll
  static void stop() {
    stack.close();
  }

  @Test
  void plainClientsAreServedAtTheSamePort() {
    try (ServiceBusClients plain = new ServiceBusClients(stack.region("east"))) {
      plain.sender("orders").sendMessage(message("s1", "plain"));
    }

    assertThat(stack.region("east").counts().get(0).active()).isEqualTo(1);
  }

  @Test
  void theAccountTellsAClientOfAddressesThatSpeakAsItDoes() throws Exception {
    String secure = stack.ledger().tlsEndpoint().orElseThrow();
    HttpClient trusting = HttpClient.newBuilder().sslContext(trustingTheFile()).build();

    List<String> overTls = addresses(trusting, secure);
    List<String> plain = addresses(HttpClient.newHttpClient(), stack.ledgerEndpoint());

    assertThat(overTls).hasSize(2).allMatch(address -> address.startsWith("https://localhost:"));
    assertThat(plain).hasSize(2).allMatch(address -> address.startsWith("http://localhost:"));
    for (String address : overTls) {
      assertThat(addresses(trusting, address)).isEqualTo(overTls);
    }
  }

  @Test
  void aClientThatDoesNotTrustTheCertificateIsNotServedAndTheLogSaysWhy() {
    Logger logger = (Logger) LoggerFactory.getLogger("io.twinbus.local");
    ListAppender<ILoggingEvent> log = new ListAppender<>();
    log.start();
    logger.setLevel(Level.WARN);
    logger.addAppender(log);
    try {
      for (String endpoint :
          List.of(
              stack.ledger().tlsEndpoint().orElseThrow(),
              "https://localhost:" + stack.region("east").port())) {
        assertThatThrownBy(() -> addresses(HttpClient.newHttpClient(), endpoint))
            .isInstanceOf(SSLHandshakeException.class);
      }
      await().atMost(ServiceBusClients.BOUND).until(() -> log.list.size() >= 2);
    } finally {
      logger.detachAppender(log);
      logger.setLevel(null);
    }
    assertThat(log.list)
        .extracting(ILoggingEvent::getFormattedMessage)
        .hasSize(2)
        .allSatisfy(line -> assertThat(line).contains("let it trust twinbus-local.pem"))
        .anySatisfy(line -> assertThat(line).contains("the Service Bus endpoint of east"));
  }

  @Test
  void bothFilesHoldTheCertificateAndNoKey() throws Exception {
    KeyStore store = trustStore();

    assertThat(store.size()).isEqualTo(1);
    assertThat(store.isCertificateEntry(store.aliases().nextElement())).isTrue();
    assertThat(Files.readString(folder.resolve(LocalCertificate.PEM_FILE)))
        .startsWith("-----BEGIN CERTIFICATE-----")
        .doesNotContain("PRIVATE KEY")
        .isEqualTo(CERTIFICATE.pem());
  }

  @Test
  void aCertificateIsMadeForOtherNamesToo() throws Exception {
    byte[] pem =
        LocalCertificate.create("azure.test", "10.1.2.3").pem().getBytes(StandardCharsets.US_ASCII);
    X509Certificate made =
        (X509Certificate)
            CertificateFactory.getInstance("X.509")
                .generateCertificate(new ByteArrayInputStream(pem));

    assertThat(made.getSubjectAlternativeNames())
        .extracting(name -> String.valueOf(name.get(1)))
        .contains("localhost", "127.0.0.1", "azure.test", "10.1.2.3");
    assertThatThrownBy(() -> LocalCertificate.create("a,ip:10.0.0.1"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("'a,ip:10.0.0.1' is neither");
  }

  @Test
  void theLineOfJsonNamesBothWays() throws Exception {
    JsonNode line = JSON.readTree(stack.toJson());

    assertThat(line.at("/regions/east/tlsConnectionString").asText())
        .isEqualTo(stack.region("east").tlsConnectionString().orElseThrow());
    assertThat(line.at("/ledger/tlsEndpoint").asText()).startsWith("https://localhost:");
  }

  private static List<String> addresses(HttpClient client, String endpoint)
      throws IOException, InterruptedException {
    HttpResponse<String> answer =
        client.send(
            SignedRequest.account(URI.create(endpoint), stack.ledgerKey()),
            HttpResponse.BodyHandlers.ofString());
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    return JSON.readTree(answer.body()).findValuesAsText("databaseAccountEndpoint").stream()
        .distinct()
        .toList();
  }

  private static SSLContext trustingTheFile() throws IOException, GeneralSecurityException {
    TrustManagerFactory trust =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(trustStore());
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, trust.getTrustManagers(), null);
    return context;
  }

  private static KeyStore trustStore() throws IOException, GeneralSecurityException {
    KeyStore store = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(folder.resolve(LocalCertificate.TRUST_STORE_FILE))) {
      store.load(in, LocalCertificate.TRUST_STORE_PASSWORD.toCharArray());
    }
    return store;
  }
}
