package io.twinbus.local.testcontainers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.testcontainers.images.builder.Transferable;

/** How a container will be started; that it starts needs an engine, and is shown in proving. */
class TwinbusLocalContainerTest {

  @Test
  void itHasAPortForEachRegion() {
    var container = new TwinbusLocalContainer("twinbus/local").withRegions("east", "west");
    container.configure();

    assertThat(container.getExposedPorts()).containsExactlyInAnyOrder(5672, 5673, 8081, 8082);
    assertThat(container.getCommandParts()).containsExactly("--regions", "east,west");
  }

  @Test
  void fileAndFurtherOptionsAreArguments() {
    var container =
        new TwinbusLocalContainer("twinbus/local:0.1")
            .withConfig(Transferable.of("{}"))
            .withArguments("--ledger-consistency", "session");
    container.configure();

    assertThat(String.join(" ", container.getCommandParts()))
        .isEqualTo(
            "--regions local --config-file /tmp/Config.json" + " --ledger-consistency session");
  }

  @Test
  void mistakesAreOneSentence() {
    var container = new TwinbusLocalContainer("twinbus/local");

    assertThatThrownBy(() -> container.getConnectionString("north"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("There is no region 'north'; there are local.");
    assertThatThrownBy(container::getCertificate)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("withTls()");
    assertThatThrownBy(() -> new TwinbusLocalContainer("nginx"))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("twinbus/local");
  }
}
