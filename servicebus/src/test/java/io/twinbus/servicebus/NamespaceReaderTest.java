package io.twinbus.servicebus;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.twinbus.local.servicebus.NamespaceSettings;
import io.twinbus.local.servicebus.QueueSettings;
import io.twinbus.local.servicebus.ServiceBusEndpointOptions;
import io.twinbus.local.servicebus.endpoint.ServiceBusEndpoint;
import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.Secret;
import io.twinbus.protocol.settings.RegionSettings;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Of which tier a namespace says that it is. */
class NamespaceReaderTest {

  private static final RegionName EAST = new RegionName("east");

  @Test
  void theLocalEndpointSaysThatItIsPremium() throws Exception {
    try (ServiceBusEndpoint endpoint =
        ServiceBusEndpoint.start(
            ServiceBusEndpointOptions.ofDefaults("east")
                .withEntities(NamespaceSettings.ofQueues(QueueSettings.sessionQueue("orders"))))) {
      assertThat(tier(endpoint.connectionString())).contains(NamespaceTier.PREMIUM);
    }
    assertThat(NamespaceTier.PREMIUM.warning(EAST)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"Standard, STANDARD, throttles at 1", "Basic, BASIC, has no sessions"})
  void theOthersAreWarnedOf(String said, NamespaceTier tier, String warning) throws Exception {
    assertThat(tierOfNamespaceThatSays(200, said)).contains(tier);
    assertThat(tier.warning(EAST).orElseThrow()).contains("region east", warning);
  }

  @ParameterizedTest
  @CsvSource({"401, Premium", "200, Messaging"})
  void withoutTheRightOrOfATierThatIsNewNothingIsKnown(int status, String said) throws Exception {
    assertThat(tierOfNamespaceThatSays(status, said)).isEmpty();
  }

  private static Optional<NamespaceTier> tierOfNamespaceThatSays(int status, String sku)
      throws Exception {
    byte[] answer =
        """
        <entry xmlns="http://www.w3.org/2005/Atom"><title type="text">shop</title>
        <content type="application/xml">
        <NamespaceInfo xmlns="http://schemas.microsoft.com/netservices/2010/10/servicebus/connect"
        xmlns:i="http://www.w3.org/2001/XMLSchema-instance">
        <CreatedTime>2026-01-02T03:04:05Z</CreatedTime><MessagingSKU>%s</MessagingSKU>
        <ModifiedTime>2026-01-02T03:04:05Z</ModifiedTime><Name>shop</Name>
        <NamespaceType>Messaging</NamespaceType></NamespaceInfo></content></entry>
        """
            .formatted(sku)
            .getBytes(StandardCharsets.UTF_8);
    HttpServer namespace =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    namespace.createContext(
        "/",
        exchange -> {
          exchange.getResponseHeaders().set("content-type", "application/atom+xml");
          exchange.sendResponseHeaders(status, answer.length);
          exchange.getResponseBody().write(answer);
          exchange.close();
        });
    namespace.start();
    try {
      return tier(
          "Endpoint=sb://127.0.0.1:%d;SharedAccessKeyName=a;SharedAccessKey=b;UseDevelopmentEmulator=true"
              .formatted(namespace.getAddress().getPort()));
    } finally {
      namespace.stop(0);
    }
  }

  private static Optional<NamespaceTier> tier(String connection) throws Exception {
    return new NamespaceReader(
            new RegionSettings(EAST, null, new Secret(connection)), Duration.ofSeconds(20))
        .tier()
        .toCompletableFuture()
        .get(60, TimeUnit.SECONDS);
  }
}
