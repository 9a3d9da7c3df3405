package io.twinbus.servicebus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.azure.core.credential.AccessToken;
import com.azure.core.credential.TokenCredential;
import com.azure.messaging.servicebus.ServiceBusMessage;
import com.azure.messaging.servicebus.ServiceBusSenderAsyncClient;
import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.Secret;
import io.twinbus.protocol.settings.InvalidSettingException;
import io.twinbus.protocol.settings.RegionSettings;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.OffsetDateTime;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.Disposable;
import reactor.core.publisher.Mono;

/** How clients of a region are prepared. */
class RegionClientsTest {

  private static final RegionName EAST = new RegionName("east");
  private static final TokenCredential CREDENTIAL =
      request -> Mono.just(new AccessToken("token", OffsetDateTime.MAX));

  @ParameterizedTest
  @ValueSource(strings = {"shop.servicebus.windows.net", "shop.servicebus.windows.net:8443"})
  void aPortIsNoPartOfTheHostThatTheClientNames(String namespace) {
    ServiceBusSenderAsyncClient client =
        RegionClients.withCredential(CREDENTIAL)
            .builder(new RegionSettings(EAST, namespace, null))
            .sender()
            .queueName("orders")
            .buildAsyncClient();

    assertThat(client.getFullyQualifiedNamespace()).isEqualTo("shop.servicebus.windows.net");
    client.close();
  }

  @Test
  void aPortIsTheOneThatTheClientConnectsTo() throws Exception {
    try (ServerSocket proxy = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        ServiceBusSenderAsyncClient client =
            RegionClients.withCredential(CREDENTIAL)
                .builder(new RegionSettings(EAST, "localhost:" + proxy.getLocalPort(), null))
                .sender()
                .queueName("orders")
                .buildAsyncClient()) {
      proxy.setSoTimeout(50_000);
      Disposable sending =
          client.sendMessage(new ServiceBusMessage("m")).subscribe(done -> {}, e -> {});

      try (Socket connection = proxy.accept()) {
        assertThat(connection.isConnected()).isTrue();
      } finally {
        sending.dispose();
      }
    }
  }

  @Test
  void aConnectionStringNeedsNoCredentialAndAHostAsksForOneEachTime() {
    AtomicInteger asked = new AtomicInteger();
    RegionClients clients =
        RegionClients.withCredentialFrom(
            () -> {
              asked.incrementAndGet();
              return CREDENTIAL;
            });

    var byString =
        clients.builder(region("Endpoint=sb://a.example;SharedAccessKeyName=k;SharedAccessKey=s"));
    assertThat(asked).hasValue(0);
    var byHost = clients.builder(new RegionSettings(EAST, "shop.example.net", null));

    assertThat(asked).hasValue(1);
    assertThat(byString).isNotSameAs(byHost);
  }

  @Test
  void aConnectionStringOfAnotherServiceIsASentenceThatDoesNotRepeatIt() {
    assertThatThrownBy(
            () ->
                RegionClients.withCredential(CREDENTIAL)
                    .builder(region("AccountEndpoint=https://ledger;AccountKey=canary")))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageStartingWith("twinbus.regions.east.connection-string is not a connection string")
        .hasMessageNotContaining("canary")
        .hasNoCause();
  }

  @ParameterizedTest
  @CsvSource({
    "UseDevelopmentEmulator=true, true",
    "usedevelopmentemulator=TRUE, true",
    "UseDevelopmentEmulator=false, false",
    "EntityPath=orders, false"
  })
  void anEmulatorIsOneThatSaysSo(String end, boolean isOne) {
    assertThat(
            RegionClients.isEmulator(
                region("Endpoint=sb://a.example;SharedAccessKeyName=k;SharedAccessKey=s;" + end)))
        .isEqualTo(isOne);
    assertThat(RegionClients.isEmulator(new RegionSettings(EAST, "shop.example.net", null)))
        .isFalse();
  }

  private static RegionSettings region(String connection) {
    return new RegionSettings(EAST, null, new Secret(connection));
  }
}
