package io.twinbus.proving.container;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import org.testcontainers.azure.ServiceBusEmulatorContainer;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.Network;
import org.testcontainers.containers.wait.strategy.Wait;
import org.testcontainers.images.builder.Transferable;
import org.testcontainers.mssqlserver.MSSQLServerContainer;
import org.testcontainers.utility.DockerImageName;

/** Microsoft's emulators, each started on demand from the image that Microsoft publishes. */
final class EmulatorContainers implements AutoCloseable {

  private static final String SERVICE_BUS =
      "mcr.microsoft.com/azure-messaging/servicebus-emulator:latest";
  private static final String SQL_SERVER = "mcr.microsoft.com/mssql/server:2022-latest";
  private static final String COSMOS =
      "mcr.microsoft.com/cosmosdb/linux/azure-cosmos-emulator:vnext-preview";

  /** The key that Cosmos DB's emulator has wherever it runs. */
  static final String COSMOS_KEY =
      "C2y6yDjf5/R+ob0N8A7Cgv30VRDJIWEHLM+4QDU5DE2nQ9nDuVTqobD4b8mGGyPMbIZnqyMsEcaGQy67XIw/Jw==";

  private static final Duration START = Duration.ofMinutes(5);

  private final Deque<Runnable> closing = new ArrayDeque<>();

  /**
   * Whoever calls goes on only where they may and can be started; elsewhere a line says why not.
   */
  static void require(String what) {
    if (!"Y".equals(System.getenv("ACCEPT_EULA"))) {
      Engine.leaveOut(what, "ACCEPT_EULA=Y is not set, which accepts their licence");
    }
    Engine.requirePulled(what, SERVICE_BUS, SQL_SERVER, COSMOS);
  }

  /** Starts one of Service Bus with the entities of {@code config}; answers how to connect. */
  String serviceBus(byte[] config) {
    Network network = Network.newNetwork();
    closing.push(network::close);
    MSSQLServerContainer sql =
        new MSSQLServerContainer(DockerImageName.parse(SQL_SERVER))
            .acceptLicense()
            .withNetwork(network);
    closing.push(sql::stop);
    ServiceBusEmulatorContainer emulator =
        new ServiceBusEmulatorContainer(DockerImageName.parse(SERVICE_BUS))
            .acceptLicense()
            .withConfig(Transferable.of(config))
            .withNetwork(network)
            .withMsSqlServerContainer(sql);
    closing.push(emulator::stop);
    emulator.start();
    return emulator.getConnectionString();
  }

  /**
   * Starts the one of Cosmos DB, on the host's network, for it tells clients its own port; answers
   * its endpoint.
   */
  URI cosmos() throws IOException {
    int port = freePort();
    GenericContainer<?> cosmos =
        new GenericContainer<>(DockerImageName.parse(COSMOS))
            .withNetworkMode("host")
            .withEnv("PORT", Integer.toString(port))
            .withEnv("PROTOCOL", "http")
            .waitingFor(Wait.forLogMessage("(?i).*ready.*\\n", 1).withStartupTimeout(START));
    closing.push(cosmos::stop);
    cosmos.start();
    return URI.create("http://localhost:" + port);
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  @Override
  public void close() {
    while (!closing.isEmpty()) {
      closing.pop().run();
    }
  }
}
