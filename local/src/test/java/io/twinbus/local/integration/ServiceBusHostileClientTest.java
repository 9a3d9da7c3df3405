package io.twinbus.local.integration;

import static io.twinbus.local.integration.ServiceBusClients.message;
import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.local.servicebus.ServiceBusEndpointOptions;
import io.twinbus.local.servicebus.endpoint.ServiceBusEndpoint;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ServiceBusHostileClientTest {
  private static final int ROUNDS = 200;
  private static final byte[] SASL_HEADER = {'A', 'M', 'Q', 'P', 3, 1, 0, 0};

  private final ServiceBusEndpoint endpoint =
      ServiceBusEndpoint.start(ServiceBusEndpointOptions.ofDefaults("east"));

  @AfterEach
  void stop() {
    endpoint.close();
  }

  @Test
  void goesOnServingWhenClientsSendGarbage() throws IOException {
    Random random = new Random(7);
    for (int round = 0; round < ROUNDS; round++) {
      byte[] garbage = new byte[random.nextInt(512)];
      random.nextBytes(garbage);
      try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), endpoint.port())) {
        if (round % 2 == 0) {
          socket.getOutputStream().write(SASL_HEADER);
        }
        socket.getOutputStream().write(garbage);
      }
    }
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), endpoint.port())) {
      socket.getOutputStream().write("GET / HTTP/1.1\r\n\r\n".getBytes(StandardCharsets.US_ASCII));

      try (ServiceBusClients clients = new ServiceBusClients(endpoint)) {
        clients.sender("orders").sendMessage(message("s1", "m1"));
      }
    }
    assertThat(endpoint.counts().get(0).active()).isEqualTo(1);
  }
}
