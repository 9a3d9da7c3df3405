package io.twinbus.proving.container;

import com.github.dockerjava.api.model.Bind;
import io.twinbus.rehearsal.stack.Endpoints;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.output.OutputFrame.OutputType;
import org.testcontainers.containers.startupcheck.OneShotStartupCheckStrategy;
import org.testcontainers.containers.wait.strategy.Wait;
import org.testcontainers.utility.DockerImageName;

/** A local stack and receivers, each in a container of our own images, on the host's network. */
final class ContainerSite implements AutoCloseable {

  static final String LOCAL = "twinbus/local";
  static final String RECEIVER = "twinbus/receiver";
  static final String CLI = "twinbus/cli";
  private static final String ENTITIES = "/config/entities.json";
  private static final Duration START = Duration.ofMinutes(2);

  private final List<GenericContainer<?>> all = new CopyOnWriteArrayList<>();
  private final Endpoints endpoints;

  /**
   * Starts the stack; with no receivers yet. What a suspended receiver has locked is free after ten
   * seconds: a test need not wait for the usual minute.
   */
  ContainerSite() {
    GenericContainer<?> local =
        container(LOCAL)
            .withCommand(
                "--listen",
                "127.0.0.1",
                "--regions",
                "east,west",
                "--port",
                "0",
                "--json",
                "--config-file",
                ENTITIES)
            .withEnv("TWINBUS_HEALTH", "none")
            .withCreateContainerCmdModifier(
                create ->
                    Objects.requireNonNull(create.getHostConfig())
                        .withBinds(Bind.parse(shortLocks() + ":" + ENTITIES + ":ro")))
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

  /** Starts a receiver; it is ready when this returns. Several may be started at the same time. */
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

  /** Runs a command of operators to its end; answers what it printed to stdout. */
  String command(Duration bound, String... words) {
    GenericContainer<?> cli =
        container(CLI)
            .withCommand(words)
            .withEnv(settings())
            .withStartupCheckStrategy(new OneShotStartupCheckStrategy().withTimeout(bound));
    cli.start();
    return cli.getLogs(OutputType.STDOUT);
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

  private static Path shortLocks() {
    try {
      return Path.of(
          Objects.requireNonNull(ContainerSite.class.getResource("short-locks.json")).toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException("Test resources are files.", e);
    }
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
