package io.twinbus.local.integration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.twinbus.local.LocalStack;
import io.twinbus.local.LocalStackBuilder;
import io.twinbus.local.cosmos.CosmosEndpointOptions;
import io.twinbus.local.network.PortTakenException;
import io.twinbus.local.servicebus.Access;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LocalStackTest {
  @Test
  void oneLineOfJsonSaysHowToConnect() throws IOException {
    try (LocalStack stack = LocalStack.builder().start()) {
      String line = stack.toJson();

      JsonNode json = new ObjectMapper().readTree(line);
      assertThat(line).doesNotContain("\n");
      assertThat(json.at("/regions/east/connectionString").asText())
          .isEqualTo(stack.connectionString("east"));
      assertThat(json.at("/regions/west/connectionString").asText())
          .isEqualTo(stack.connectionString("west"));
      assertThat(json.at("/ledger/endpoint").asText()).isEqualTo(stack.ledgerEndpoint());
      assertThat(json.at("/ledger/key").asText()).isEqualTo(stack.ledgerKey());
      assertThat(json.at("/control").asText()).isEqualTo(stack.controlUrl().toString());
      assertThat(json.size()).isEqualTo(3);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "region, the Service Bus endpoint of west",
    "ledger, the ledger",
    "control, the control endpoint"
  })
  void aTakenPortIsNamedAndNothingIsLeftRunning(String which, String subject) throws IOException {
    int east = freePort();
    try (ServerSocket other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      int taken = other.getLocalPort();
      LocalStackBuilder builder = LocalStack.builder().regionPort("east", east);
      switch (which) {
        case "region" -> builder.regionPort("west", taken);
        case "ledger" -> builder.ledgerPort(taken);
        default -> builder.controlPort(taken);
      }

      assertThatThrownBy(builder::start)
          .isInstanceOf(PortTakenException.class)
          .hasMessage(
              "Port %d for %s is taken; choose another one, or 0 for any free port.",
              taken, subject);
    }
    assertThatThrownBy(() -> new Socket(InetAddress.getLoopbackAddress(), east).close())
        .isInstanceOf(ConnectException.class);
  }

  @Test
  void aClosedStackCanBeStartedAgainOnItsPorts() throws IOException {
    LocalStack first = LocalStack.builder().start();
    LocalStackBuilder again =
        LocalStack.builder()
            .regionPort("east", first.region("east").port())
            .regionPort("west", first.region("west").port())
            .ledgerPort(first.ledger().port())
            .controlPort(first.controlUrl().getPort())
            .ledgerKey(first.ledgerKey());
    String line = first.toJson();
    first.close();

    try (LocalStack second = again.start()) {
      assertThat(second.toJson()).isEqualTo(line);
    }
  }

  @Test
  void aRegionThatIsNotThereIsRefusedInWords() {
    assertThatThrownBy(() -> LocalStack.builder().regionPort("north", 0).start())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("east, west");
    assertThatThrownBy(() -> LocalStack.builder().regions("east", "east").start())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("twice");
  }

  @Test
  void theKeysOfMicrosoftsEmulatorsOpenBothEndpoints() {
    try (LocalStack stack =
        LocalStack.builder()
            .access(Access.OF_THE_EMULATOR)
            .ledgerKey(CosmosEndpointOptions.EMULATOR_KEY)
            .start()) {
      assertThat(stack.connectionString("east"))
          .contains("SharedAccessKeyName=RootManageSharedAccessKey;SharedAccessKey=SAS_KEY_VALUE");
      try (ServiceBusClients clients = new ServiceBusClients(stack.region("east"))) {
        clients.sender("orders").sendMessage(ServiceBusClients.message("s1", "m1"));
      }
      assertThat(stack.ledgerKey()).isEqualTo(CosmosEndpointOptions.EMULATOR_KEY);
      assertThat(stack.region("east").counts().get(0).active()).isEqualTo(1);
    }
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }
}
