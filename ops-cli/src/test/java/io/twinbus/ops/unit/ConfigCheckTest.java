package io.twinbus.ops.unit;

import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.ops.TwinbusCli;
import io.twinbus.ops.command.Surroundings;
import io.twinbus.protocol.settings.SettingNames;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;

/** {@code config check} on settings that come from the environment alone. */
class ConfigCheckTest {

  private static final String CANARY = "canary-that-nobody-may-see";

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @ParameterizedTest
  @MethodSource("secrets")
  void noSecretIsShown(String variable) {
    check(Map.of(variable, CANARY));

    assertThat(out.toString()).contains("(not shown)");
    assertThat(out + err.toString()).doesNotContain(CANARY);
  }

  static Stream<String> secrets() {
    return Stream.of(
        "TWINBUS_LEDGER_KEY",
        "TWINBUS_REGIONS_EAST_CONNECTION_STRING",
        "TWINBUS_RECEIVER_HTTP_SECRET",
        "TWINBUS_RECEIVER_ADMIN_TOKEN");
  }

  @Test
  void everySettingIsKnownByItsVariable() {
    Map<String, String> environment = new HashMap<>();
    SettingNames.all().forEach(name -> environment.put(variable(name), "1"));

    check(environment);

    assertThat(err.toString()).doesNotContain("is read by nothing");
  }

  private static String variable(String name) {
    return name.replaceAll("[.-]", "_").toUpperCase(Locale.ROOT);
  }

  private void check(Map<String, String> environment) {
    Surroundings here = Surroundings.ofThisMachine();
    CommandLine cli =
        TwinbusCli.with(
            TwinbusCli.operatorCommands(
                new Surroundings(
                    here.ledger(), here.queues(), here.clocks(), here.pause(), environment)));
    cli.setOut(new PrintWriter(out));
    cli.setErr(new PrintWriter(err));
    int unused = cli.execute("config", "check");
  }
}
