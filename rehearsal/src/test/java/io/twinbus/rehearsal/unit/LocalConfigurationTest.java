package io.twinbus.rehearsal.unit;

import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.Secret;
import io.twinbus.protocol.configuration.Configuration;
import io.twinbus.protocol.settings.ClusterSettings;
import io.twinbus.rehearsal.command.LocalCommand;
import io.twinbus.rehearsal.stack.Endpoints;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code local} prints is a configuration that names its cluster and its queue. */
class LocalConfigurationTest {

  private static final Endpoints ENDPOINTS =
      new Endpoints(
          new TreeMap<>(
              Map.of(
                  new RegionName("east"),
                  new Secret(
                      "Endpoint=sb://localhost:1;SharedAccessKeyName=a;SharedAccessKey=b;"
                          + "UseDevelopmentEmulator=true"))),
          URI.create("http://localhost:2"),
          new Secret("a2V5"),
          URI.create("http://localhost:3"));

  @TempDir private Path directory;

  @Test
  void itsClusterAndItsQueueAreWritten() throws Exception {
    String yaml = LocalCommand.configuration(ENDPOINTS, "parcels");

    assertThat(yaml).contains("cluster: 'twinbus'", "queue: 'parcels'");
    Path file = Files.writeString(directory.resolve("twinbus.yaml"), yaml);
    ClusterSettings read = ClusterSettings.from(Configuration.read(file, Map.of()).settings());
    assertThat(read.cluster()).isEqualTo("twinbus");
    assertThat(read.entity().name()).isEqualTo("parcels");
  }

  @Test
  void whereTheEntitiesComeFromAFileItsQueueIsNot() {
    assertThat(LocalCommand.configuration(ENDPOINTS, null)).doesNotContain("queue:");
  }
}
