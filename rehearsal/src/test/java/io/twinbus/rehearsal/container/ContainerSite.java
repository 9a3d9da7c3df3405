package io.twinbus.rehearsal.container;

import io.twinbus.rehearsal.stack.Endpoints;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.output.OutputFrame.OutputType;
import org.testcontainers.containers.wait.strategy.Wait;
import org.testcontainers.utility.DockerImageName;

/** A local stack and receivers, each in a container of our own images, on the host's network. */
final class ContainerSite implements AutoCloseable {

  static final String LOCAL = "twinbus/local";
  static final String RECEIVER = "twinbus/receiver";
  private static final Duration START = Duration.ofMinutes(2);

  private final List<GenericContainer<?>> all = new ArrayList<>();
  private final Endpoints endpoints;

  /** Starts the stack; with no receivers yet. */
  ContainerSite() {
    GenericContainer<?> local =
        container(LOCAL)
            .withCommand("local", "--port", "0", "--json")
            .withEnv("TWINBUS_HEALTH", "none")
            .waitingFor(Wait.forLogMessage("\\{\"regions\":.*\\n", 1).withStartupTimeout(START));
    local.start();
    endpoints =
        local
            .getLogs(OutputType.STDOUT)
            .lines()
            .filter(Endpoints::isReadyLine)
            .map(Endpoints::parse)
            .findFirst()
            .orElseThrow();
  }

  Endpoints endpoints() {
    return endpoints;
  }

  /** How a process finds the stack, by environment variables. */
  Map<String, String> settings() {
    return Map.of(
        "TWINBUS_REGIONS_EAST_CONNECTION_STRING", connection("east"),
        "TWINBUS_REGIONS_WEST_CONNECTION_STRING", connection("west"),
        "TWINBUS_LEDGER_ENDPOINT", endpoints.ledger().toString(),
        "TWINBUS_LEDGER_KEY", endpoints.ledgerKey().reveal(),
        "TWINBUS_LEDGER_CREATE_IF_MISSING", "true",
        "TWINBUS_STANDBY_DELAY", "3s");
  }

  /** Starts a receiver; it is ready when this returns. */
  GenericContainer<?> receiver(String region, URI handler) {
    GenericContainer<?> receiver =
        container(RECEIVER)
            .withCommand("--region", region, "--port", "0")
            .withEnv(settings())
            .withEnv("TWINBUS_RECEIVER_HTTP_URL", handler.toString())
            .withEnv("TWINBUS_HEALTH", "none")
            .waitingFor(Wait.forLogMessage(".*Receiver ready: .*\\n", 1).withStartupTimeout(START));
    receiver.start();
    return receiver;
  }

  /** As compose.yaml starts them: nothing can be written but in /tmp. */
  private GenericContainer<?> container(String image) {
    GenericContainer<?> container =
        new GenericContainer<>(DockerImageName.parse(image))
            .withNetworkMode("host")
            .withImagePullPolicy(name -> false)
            .withTmpFs(Map.of("/tmp", "rw"))
            .withCreateContainerCmdModifier(
                create -> Objects.requireNonNull(create.getHostConfig()).withReadonlyRootfs(true));
    all.add(container);
    return container;
  }

  private String connection(String region) {
    return endpoints.connectionStrings().entrySet().stream()
        .filter(entry -> entry.getKey().value().equals(region))
        .map(entry -> entry.getValue().reveal())
        .findFirst()
        .orElseThrow();
  }

  @Override
  public void close() {
    for (int i = all.size() - 1; i >= 0; i--) {
      all.get(i).stop();
    }
  }
}
