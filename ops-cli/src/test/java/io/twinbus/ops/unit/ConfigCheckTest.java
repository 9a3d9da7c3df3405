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
    int unused = check(Map.of(variable, CANARY));

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
  void allMistakesAreToldAtOnce() {
    int code =
        check(
            Map.of(
                "TWINBUS_REGIONS_EAST_NAMESPACE", "east.example.org",
                "TWINBUS_STANDBY_DELAY", "8d",
                "TWINBUS_HOME", "north",
                "TWINBUS_LEDGER_ALLOW_WEAK", "perhaps",
                "TWINBUS_LEDGER_GENERATION", "0",
                "TWINBUS_QUEU", "parcels"));

    assertThat(code).isEqualTo(2);
    assertThat(err.toString().lines())
        .containsExactly(
            "twinbus.standby-delay is '8d': give 0s to 7d.",
            "twinbus.home is 'north': give by-session or one of the regions [east].",
            "twinbus.ledger.endpoint is not set: it names the Cosmos DB account.",
            "twinbus.ledger.allow-weak is 'perhaps': give true or false.",
            "twinbus.ledger.generation is '0': give a whole number from 1 to 1000000.",
            "twinbus.queu is read by nothing: check its spelling.");
  }

  @Test
  void everySettingIsKnownByItsVariable() {
    Map<String, String> environment = new HashMap<>();
    SettingNames.all().forEach(name -> environment.put(variable(name), "1"));

    int unused = check(environment);

    assertThat(err.toString()).doesNotContain("is read by nothing");
  }

  private static String variable(String name) {
    return name.replaceAll("[.-]", "_").toUpperCase(Locale.ROOT);
  }

  private int check(Map<String, String> environment) {
    Surroundings here = Surroundings.ofThisMachine();
    CommandLine cli =
        TwinbusCli.with(
            TwinbusCli.operatorCommands(
                new Surroundings(
                    here.ledger(), here.queues(), here.clocks(), here.pause(), environment)));
    cli.setOut(new PrintWriter(out));
    cli.setErr(new PrintWriter(err));
    return cli.execute("config", "check");
  }
}
