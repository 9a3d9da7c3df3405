package io.twinbus.ops.unit;

import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.ops.cli.TwinbusCli;
import io.twinbus.ops.command.CliContext;
import io.twinbus.protocol.settings.SettingCatalogue;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** {@code config check} and {@code config explain}. */
class ConfigCheckTest {

  private static final Map<String, String> TWO_QUEUES =
      Map.of(
          "TWINBUS_REGIONS_EAST_NAMESPACE", "east.example.net",
          "TWINBUS_LEDGER_ENDPOINT", "https://ledger.example.net",
          "TWINBUS_QUEUES_ORDERS_QUEUE", "orders",
          "TWINBUS_QUEUES_PAYMENTS_QUEUE", "payments");

  private static final String CANARY = "canary-that-nobody-may-see";

  @TempDir private Path directory;
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @ParameterizedTest
  @ValueSource(
      strings = {
        "TWINBUS_LEDGER_KEY",
        "TWINBUS_LEDGER_ACCOUNT_KEY",
        "TWINBUS_LEDGER_PASSWORD",
        "TWINBUS_REGIONS_EAST_CONNECTION_STRING",
        "TWINBUS_REGIONS_EAST_CONNECTIONSTRING",
        "TWINBUS_RECEIVER_HTTP_SECRET",
        "TWINBUS_RECEIVER_HTTP_URL",
        "TWINBUS_RECEIVER_ADMIN_TOKEN",
        "TWINBUS_QUEUES_NIGHT_RUNS_HTTP_SECRET",
        "TWINBUS_QUEUES_NIGHT_RUNS_HTTP_URL",
        "TWINBUS_QUEUES_NIGHT_RUNS_CONNECTION_STRING",
        "TWINBUS_RECEIVER_MAX_SESSIONS",
        "TWINBUS_STANDBY_DELAY",
        "TWINBUS_SECRET"
      })
  void noSecretOfTheEnvironmentIsShown(String variable) {
    int unused = check(Map.of(variable, "https://h.example.org/x?code=" + CANARY));

    assertThat(out.toString()).contains("(not shown)");
    assertThat(out + err.toString()).doesNotContain(CANARY);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "twinbus.ledger.key",
        "twinbus.ledger.Key",
        "twinbus.ledger.KEY",
        "twinbus.ledger.accountKey",
        "twinbus.ledger.account-key",
        "twinbus.ledger.master_key",
        "twinbus.ledger.primaryKey",
        "twinbus.ledger.connection-string",
        "twinbus.ledger.password",
        "twinbus.ledger.endpoint",
        "twinbus.ledger.sas",
        "twinbus.ledger.allow-weak",
        "twinbus.regions.east.connection-string",
        "twinbus.regions.east.connectionString",
        "twinbus.regions.east.connection_string",
        "twinbus.regions.east.connectionstring",
        "twinbus.regions.east.namespace",
        "twinbus.regions.east.sas",
        "twinbus.regions.east.shared-access-key",
        "twinbus.regions.east.SharedAccessKey",
        "twinbus.regions.east.pwd",
        "twinbus.receiver.http.secret",
        "twinbus.receiver.http.secrets",
        "twinbus.receiver.http.Secret",
        "twinbus.receiver.http.url",
        "twinbus.receiver.http.health",
        "twinbus.receiver.http.apiKey",
        "twinbus.receiver.http.authorization",
        "twinbus.receiver.admin.token",
        "twinbus.receiver.admin.Token",
        "twinbus.receiver.admin.tokens",
        "twinbus.receiver.admin.bearer",
        "twinbus.receiver.lease",
        "twinbus.receiver.commit",
        "twinbus.receiver.max-sessions",
        "twinbus.queues.orders.http.secret",
        "twinbus.queues.orders.http.Secret",
        "twinbus.queues.orders.http.secrets",
        "twinbus.queues.orders.http.url",
        "twinbus.queues.orders.http.health-url",
        "twinbus.queues.orders.httpSecret",
        "twinbus.queues.orders.connection-string",
        "twinbus.queues.orders.max-sessions",
        "twinbus.queues.orders.claim",
        "twinbus.queues.orders.sas",
        "twinbus.queues.orders",
        "twinbus.queues.Not_A_Name.password",
        "twinbus.tokens",
        "twinbus.secret",
        "twinbus.credential",
        "twinbus.passphrase",
        "twinbus.clientSecret",
        "twinbus.client-secret",
        "twinbus.certificate.password",
        "twinbus.operator.pin",
        "twinbus.queu",
        "twinbus.standby-delay",
        "twinbus.sender.journal-key",
        "twinbus.sender.private_key",
        "twinbus.TOKEN",
        "twinbus.ledger.key.value",
        "twinbus.regions.west.key",
        "datasources.default.password",
        "micronaut.security.token.jwt.signatures.secret.generator.secret",
        "azure.cosmos.key",
        "password"
      })
  void noSecretOfTheFileIsShown(String key) throws IOException {
    Path file =
        Files.writeString(
            directory.resolve("twinbus.yaml"),
            "%s: 'Endpoint=sb://h;SharedAccessKey=%s'\n".formatted(key, CANARY));

    int unused = check(Map.of(), "--config", file.toString());

    assertThat(out.toString()).contains("(not shown)");
    assertThat(out + err.toString()).doesNotContain(CANARY);
  }

  @Test
  void whatIsKnownNotToBeSecretIsShown() {
    int unused =
        check(
            Map.of(
                "TWINBUS_LEDGER_ENDPOINT", "https://a.example.org",
                "TWINBUS_QUEUE", "parcels",
                "TWINBUS_RECEIVER_HTTP_URL", "https://h.example.org/x?code=" + CANARY));

    assertThat(out.toString())
        .containsPattern("twinbus.ledger.endpoint +https://a.example.org +yes")
        .containsPattern("twinbus.queue +parcels +yes")
        .contains("https://h.example.org/x?(not shown)");
  }

  @ParameterizedTest
  @ValueSource(strings = {"table", "json", "jsonl", "csv"})
  void ofAQueuesOwnSecretsItIsShownThatTheyAreSet(String form) {
    String secret = "whsec_" + CANARY;

    int unused =
        check(
            Map.of(
                "TWINBUS_QUEUES_NIGHT_RUNS_HTTP_SECRET",
                secret,
                "TWINBUS_QUEUES_NIGHT_RUNS_QUEUE",
                "night-v2",
                "TWINBUS_QUEUES_NIGHT_RUNS_HTTP_URL",
                "https://h.example.org/x?code=" + CANARY),
            "-o",
            form);

    assertThat(out.toString())
        .containsPattern("twinbus.queues.night-runs.http.secret\\W+(value\\W+)?\\(not shown\\)")
        .containsPattern("twinbus.queues.night-runs.queue\\W+(value\\W+)?night-v2")
        .contains("https://h.example.org/x?(not shown)");
    assertThat(out + err.toString()).doesNotContain(CANARY);
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
            "TWINBUS_QUEU is no setting of this version: it knows twinbus.cluster, twinbus.queue,"
                + " twinbus.topic, twinbus.subscription, twinbus.standby-delay, twinbus.home,"
                + " twinbus.region, twinbus.operator, twinbus.test.own-pace.");
  }

  @Test
  void aSettingIsExplained() {
    int code = run(Map.of(), "config", "explain", "twinbus.receiver.max-sessions", "-o", "jsonl");

    assertThat(code).isZero();
    assertThat(out.toString())
        .contains(
            "\"setting\":\"twinbus.receiver.max-sessions\"",
            "\"values\":\"whole number, 1 to 5000 sessions\"",
            "\"default\":\"200\"",
            "\"variable\":\"TWINBUS_RECEIVER_MAX_SESSIONS\"");
  }

  @Test
  void allSettingsAreExplained() {
    int code = run(Map.of(), "config", "explain");

    assertThat(code).isZero();
    SettingCatalogue.sections().stream()
        .flatMap(section -> section.settings().stream())
        .forEach(setting -> assertThat(out.toString()).contains(setting.name()));
  }

  @Test
  void whatIsNoSettingIsNotExplained() {
    int code = run(Map.of(), "config", "explain", "twinbus.queu");

    assertThat(code).isEqualTo(2);
    assertThat(err.toString()).startsWith("twinbus: twinbus.queu is no setting of this version");
  }

  @Test
  void queuesThatContradictEachOtherAreMistakes() {
    int code =
        check(
            Map.of(
                "TWINBUS_REGIONS_EAST_NAMESPACE", "east.example.net",
                "TWINBUS_LEDGER_ENDPOINT", "https://ledger.example.net",
                "TWINBUS_QUEUE", "parcels",
                "TWINBUS_QUEUES_ORDERS_QUEUE", "orders",
                "TWINBUS_QUEUES_MORE_QUEUE", "orders"));

    assertThat(code).isEqualTo(2);
    assertThat(err.toString())
        .contains("twinbus.queue is set, and so is twinbus.queues")
        .contains("The queues more and orders are both the queue 'orders'");
  }

  @ParameterizedTest
  @ValueSource(strings = {"sessions list", "gaps list", "dlq list", "messages show a"})
  void aCommandAboutOneQueueOfSeveralNamesTheChoices(String command) {
    int code = run(TWO_QUEUES, command.split(" "));

    assertThat(err.toString())
        .contains(
            "The configuration has the queues orders, payments: say which one is meant, with"
                + " --queue.");
    assertThat(code).isEqualTo(2);
    assertThat(run(TWO_QUEUES, (command + " --queue parcels").split(" "))).isEqualTo(2);
    assertThat(err.toString())
        .contains("There is no queue 'parcels': the configuration has orders, payments.");
  }

  /** Without a name it shows them all. */
  @Test
  void watchKnowsNoOtherQueueThanTheConfigured() {
    assertThat(run(TWO_QUEUES, "watch", "--queue", "parcels")).isEqualTo(2);
    assertThat(err.toString())
        .contains("There is no queue 'parcels': the configuration has orders, payments.");
  }

  private int check(Map<String, String> environment, String... options) {
    List<String> arguments = new ArrayList<>(List.of("config", "check"));
    arguments.addAll(List.of(options));
    return run(environment, arguments.toArray(String[]::new));
  }

  private int run(Map<String, String> environment, String... arguments) {
    CliContext here = CliContext.ofThisMachine();
    CommandLine cli =
        TwinbusCli.with(
            TwinbusCli.operatorCommands(
                new CliContext(
                    here.ledger(), here.queues(), here.clocks(), here.pause(), environment)),
            List.of(arguments));
    cli.setOut(new PrintWriter(out));
    cli.setErr(new PrintWriter(err));
    return cli.execute(arguments);
  }
}
