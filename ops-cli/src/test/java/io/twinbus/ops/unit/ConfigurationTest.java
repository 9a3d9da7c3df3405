package io.twinbus.ops.unit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twinbus.ops.config.Configuration;
import io.twinbus.protocol.settings.FlatSettings;
import io.twinbus.protocol.settings.InvalidSettingException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConfigurationTest {

  @TempDir private Path directory;

  @Test
  void nestedKeysBecomeDottedOnesAndScalarsStayAsWritten() throws IOException {
    FlatSettings settings =
        load(
            """
            twinbus:
              cluster: no
              standby-delay: 15s
              sender.lanes: 1_000
              regions:
                west-europe:
                  namespace: w.example.net
            """,
            Map.of());

    assertThat(settings.text("twinbus.cluster")).contains("no");
    assertThat(settings.text("twinbus.standby-delay")).contains("15s");
    assertThat(settings.text("twinbus.sender.lanes")).contains("1_000");
    assertThat(settings.text("twinbus.regions.west-europe.namespace")).contains("w.example.net");
  }

  @Test
  void environmentVariablesWinOverTheFile() throws IOException {
    FlatSettings settings =
        load(
            "twinbus: {ledger: {key: from-file, database: kept}}",
            Map.of("TWINBUS_LEDGER_KEY", "from-environment", "PATH", "/bin"));

    assertThat(settings.text("twinbus.ledger.key")).contains("from-environment");
    assertThat(settings.text("twinbus.ledger.database")).contains("kept");
  }

  @Test
  void underscoresStandForDotsBetweenSectionsAndHyphensWithin() throws IOException {
    FlatSettings settings =
        load(
            "",
            Map.of(
                "TWINBUS_STANDBY_DELAY", "1s",
                "TWINBUS_RECEIVER_MAX_SESSIONS", "7",
                "TWINBUS_RECEIVER_HTTP_URL", "http://h",
                "TWINBUS_SENDER_MAX_IN_FLIGHT_BYTES", "9",
                "TWINBUS_REGIONS_EAST_NAMESPACE", "e",
                "TWINBUS_REGIONS_WEST_EUROPE_CONNECTION_STRING", "w"));

    assertThat(settings.text("twinbus.standby-delay")).contains("1s");
    assertThat(settings.text("twinbus.receiver.max-sessions")).contains("7");
    assertThat(settings.text("twinbus.receiver.http.url")).contains("http://h");
    assertThat(settings.text("twinbus.sender.max-in-flight-bytes")).contains("9");
    assertThat(settings.text("twinbus.regions.east.namespace")).contains("e");
    assertThat(settings.text("twinbus.regions.west-europe.connection-string")).contains("w");
  }

  @Test
  void eachMistakeIsOneSentence() {
    assertMistake("twinbus: {regions: [east, west]}", "twinbus.regions in .* is a list");
    assertMistake("twinbus: {queue: a\n", "is no YAML at line 2");
    assertMistake("a: 1\na: 2\n", "is no YAML at line 2: found duplicate key");
    assertMistake("just words", "holds no settings: begin with 'twinbus:'");
    assertMistake("a: !!java.net.URL [x]", "is no YAML");
    assertMistake("a.b: 1\na: {b: 2}", "a.b stands twice");
  }

  @Test
  void everyKeyThatIsAListOrStandsTwiceIsTold() {
    assertThatThrownBy(() -> load("a.b: 1\na: {b: 2}\nc: [1]\nd: [2]\n", Map.of()))
        .isInstanceOfSatisfying(
            InvalidSettingException.class,
            mistakes ->
                assertThat(mistakes.sentences())
                    .satisfiesExactly(
                        first -> assertThat(first).startsWith("a.b stands twice"),
                        second -> assertThat(second).contains("c in ", "is a list"),
                        third -> assertThat(third).contains("d in ", "is a list")));
  }

  @Test
  void aNamedFileMustExist() {
    Path missing = directory.resolve("missing.yaml");

    assertThatThrownBy(() -> Configuration.load(missing, Map.of()))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessage("The configuration file %s cannot be read: it does not exist.", missing);
  }

  @Test
  void withoutAFileTheEnvironmentIsEnough() {
    FlatSettings settings = Configuration.load(null, Map.of("TWINBUS_REGION", "east"));

    assertThat(settings.text("twinbus.region")).contains("east");
  }

  private void assertMistake(String yaml, String pattern) {
    assertThatThrownBy(() -> load(yaml, Map.of()))
        .isInstanceOf(InvalidSettingException.class)
        .message()
        .containsPattern(pattern)
        .doesNotContain("\n");
  }

  private FlatSettings load(String yaml, Map<String, String> environment) throws IOException {
    Path file = Files.writeString(directory.resolve("twinbus.yaml"), yaml);
    return Configuration.load(file, environment);
  }
}
