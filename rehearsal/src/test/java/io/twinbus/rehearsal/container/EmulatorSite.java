package io.twinbus.rehearsal.container;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
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

/** Microsoft's emulators as deploy/compose starts them: two for Service Bus, one for Cosmos DB. */
final class EmulatorSite implements AutoCloseable {

  static final String SERVICE_BUS = "mcr.microsoft.com/azure-messaging/servicebus-emulator:latest";
  static final String SQL_SERVER = "mcr.microsoft.com/mssql/server:2022-latest";
  static final String COSMOS =
      "mcr.microsoft.com/cosmosdb/linux/azure-cosmos-emulator:vnext-preview";

  private static final Duration START = Duration.ofMinutes(5);
  private static final Path COMPOSE = Path.of("..", "deploy", "compose");

  private final Deque<Runnable> closing = new ArrayDeque<>();
  private final StringBuilder yaml =
      new StringBuilder("twinbus:\n  standby-delay: 3s\n  regions:\n");

  EmulatorSite() throws IOException {
    for (String region : new String[] {"east", "west"}) {
      yaml.append("    %s:%n      connection-string: '%s'%n".formatted(region, serviceBus()));
    }
    String emulators = Files.readString(COMPOSE.resolve("emulators.yaml"));
    // Their ledger's settings, the key that everybody knows among them, at another port.
    yaml.append(
        emulators
            .substring(emulators.indexOf("  ledger:"))
            .replaceFirst("http://localhost:\\d+", "http://localhost:" + cosmos()));
  }

  /** The configuration file with which senders and receivers reach them. */
  String toYaml() {
    return yaml.toString();
  }

  private String serviceBus() throws IOException {
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
            .withConfig(
                Transferable.of(Files.readAllBytes(COMPOSE.resolve("servicebus-emulator.json"))))
            .withNetwork(network)
            .withMsSqlServerContainer(sql);
    closing.push(emulator::stop);
    emulator.start();
    return emulator.getConnectionString();
  }

  /** On the host's network, for it tells clients its own port. */
  private int cosmos() throws IOException {
    int port = freePort();
    GenericContainer<?> cosmos =
        new GenericContainer<>(DockerImageName.parse(COSMOS))
            .withNetworkMode("host")
            .withEnv("PORT", Integer.toString(port))
            .withEnv("PROTOCOL", "http")
            .waitingFor(Wait.forLogMessage("(?i).*ready.*\\n", 1).withStartupTimeout(START));
    closing.push(cosmos::stop);
    cosmos.start();
    return port;
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
