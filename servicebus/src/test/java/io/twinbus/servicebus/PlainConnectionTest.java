package io.twinbus.servicebus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.Secret;
import io.twinbus.protocol.settings.RegionSettings;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a plain connection tells of a region. */
class PlainConnectionTest {

  private static final RegionName EAST = new RegionName("east");
  private static final Duration BOUND = Duration.ofSeconds(30);
  private static final String KEY = ";SharedAccessKeyName=n;SharedAccessKey=k";

  @Test
  void aPortOnWhichSomebodyListensIsReachedAndNotRefused() throws IOException {
    try (ServerSocket server = new ServerSocket(0, 8, InetAddress.getLoopbackAddress())) {
      PlainConnection connection = to("localhost:" + server.getLocalPort());

      connection.reach(BOUND);

      assertThat(connection.isRefused(BOUND)).isFalse();
    }
  }

  @Test
  void aPortOnWhichNobodyListensIsRefused() throws IOException {
    try (Socket taken = new Socket()) {
      taken.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
      PlainConnection connection = to("localhost:" + taken.getLocalPort());

      assertThat(connection.isRefused(BOUND)).isTrue();
      assertThatIOException().isThrownBy(() -> connection.reach(BOUND));
    }
  }

  @Test
  void aHostThatIsNotFoundHasRefusedNothing() {
    assertThat(to("nowhere.invalid").isRefused(BOUND)).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "shop.servicebus.windows.net, shop.servicebus.windows.net:5671",
    "shop.servicebus.windows.net:8443, shop.servicebus.windows.net:8443"
  })
  void aNamespaceListensAtTheUsualPortUnlessItNamesOne(String namespace, String address) {
    assertThat(to(namespace).address()).isEqualTo(address);
  }

  @Test
  void anEmulatorListensAtAPortOfItsOwn() {
    String emulator = "Endpoint=sb://localhost" + KEY + ";UseDevelopmentEmulator=true";

    assertThat(PlainConnection.to(new RegionSettings(EAST, null, new Secret(emulator))).address())
        .isEqualTo("localhost:5672");
  }

  private static PlainConnection to(String namespace) {
    return PlainConnection.to(new RegionSettings(EAST, namespace, null));
  }
}
