package io.twinbus.proving.container;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Microsoft's emulators as deploy/compose starts them: two for Service Bus, one for Cosmos DB. */
final class EmulatorSite implements AutoCloseable {

  private static final Path COMPOSE = Path.of("..", "deploy", "compose");

  private final EmulatorContainers containers = new EmulatorContainers();
  private final StringBuilder yaml =
      new StringBuilder("twinbus:\n  standby-delay: 3s\n  regions:\n");

  EmulatorSite() throws IOException {
    byte[] entities = Files.readAllBytes(COMPOSE.resolve("servicebus-emulator.json"));
    for (String region : new String[] {"east", "west"}) {
      yaml.append(
          "    %s:%n      connection-string: '%s'%n"
              .formatted(region, containers.serviceBus(entities)));
    }
    String emulators = Files.readString(COMPOSE.resolve("emulators.yaml"));
    // Their ledger's settings, the key that everybody knows among them, at another port.
    yaml.append(
        emulators
            .substring(emulators.indexOf("  ledger:"))
            .replaceFirst("http://localhost:\\d+", containers.cosmos().toString()));
  }

  /** The configuration file with which senders and receivers reach them. */
  String toYaml() {
    return yaml.toString();
  }

  @Override
  public void close() {
    containers.close();
  }
}
